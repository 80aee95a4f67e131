/* A fixed sample: rows in a canonical order, so that no result depends on the order in which they
 * were given, and totals and means of some of them. With log, rows hold log weights: a total is the
 * log of a sum of weights, a mean the log of a mean weight. */
#pragma once

#include "engine/law/rng.h"
#include "engine/machine/arena.h"
#include "engine/number/num.h"

#include <stdatomic.h>
#include <stdbool.h>

typedef struct sample {
    bool log;
    size_t n, in;             /* n rows of in numbers */
    double *rows;             /* sorted, column by column */
    double *weight, *largest; /* with log: exp(row - largest), the columns' largest */
    const double *given;      /* the rows as they came, while these are sorted */
} sample;

void sample_layout(sample *s, bool log, size_t n, size_t in, arena *memory);

/* Takes in the rows of data; order and scratch: room for n numbers each. False once interrupted:
 * the rows are not there then. */
bool sample_read(sample *s, const double *data, uint32_t *order, uint32_t *scratch,
                 const atomic_int *interrupt);

/* What depends on the rows, once they are there. */
void sample_weigh(sample *s);

/* to <- the n rows that are numbered, in this order; laid out for as many. */
void sample_take(sample *to, const sample *from, const uint32_t *number, size_t n);

/* The rows from `first` on. */
sample sample_from(const sample *s, size_t first);

/* Column j's total over n rows: those numbered, or the first n. */
double sample_total(const sample *s, const uint32_t *number, size_t n, size_t j);

/* What a total is the sum of, n rows of in numbers; the total of which that sum is known, which
 * reads the rows again only where the sum is lost. */
static inline const double *sample_summands(const sample *s)
{
    return s->log ? s->weight : s->rows;
}

bool sample_is_lost(const sample *s, double sum);
double sample_total_of(const sample *s, double sum, const uint32_t *number, size_t n, size_t j);

/* Puts the mean of the same rows into point[j*gap], for each column j. */
void sample_mean_of_rows(const sample *s, const uint32_t *number, size_t n, double *point,
                         size_t gap);

/* Totals: of no rows, of two disjoint sets of rows, and the mean of n rows. */
double sample_empty(bool log);
double sample_combine_logs(double a, double b);
static inline double sample_combine(bool log, double a, double b)
{
    return log ? sample_combine_logs(a, b) : a + b;
}
static inline double sample_mean_of(bool log, double total, double n)
{
    return log ? total - num_log(n) : total / n;
}

/* The means of n rows of data as they come, without a sample: `in` numbers; others once *interrupt
 * is set (NULL: never). */
void sample_mean(const double *data, size_t n, size_t in, bool log, double *out,
                 const atomic_int *interrupt);

/* A random order of the n numbers. */
void sample_shuffle(stream *s, uint32_t *number, size_t n);

/* -1, 0, 1: how row a compares with row b, column by column. */
int sample_compare(const double *a, const double *b, size_t in);
