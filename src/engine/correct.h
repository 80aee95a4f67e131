/* The bias of q(mean of a fixed sample), taken off by an operator, and whether that pays.
 *
 * The n rows are put in a canonical order, then dealt at random to the operator's K blocks, as
 * evenly as can be (sizes differ by one row at most), `splits` times. In each split a term of size
 * n_j is the mean of q over windows of n_j blocks, weighted by their rows: every row counts alike,
 * and the terms' mean 1/rows is exactly K/(n_j n), so that the first term of the bias cancels for
 * any n.
 *
 * Variances are those of a jackknife over at most CORRECT_GROUPS random groups of rows, less what
 * the random splits add to it. With log, rows hold log weights: a window's point is the log of its
 * mean weight. */
#ifndef DEBIAS_CORRECT_H
#define DEBIAS_CORRECT_H

#include "extrap.h"
#include "func.h"
#include "progress.h"

#include <signal.h>
#include <stdbool.h>

enum {
    CORRECT_GROUPS = 25,   /* groups of the jackknife of variances */
    CORRECT_REPEATS = 20,  /* splits that are repeated without each group */
    CORRECT_OPERATORS = 32 /* the most operators of a ladder */
};

typedef enum correct_verdict { CORRECT_NONE, CORRECT_HELPS, CORRECT_HURTS } correct_verdict;

typedef struct correct_config {
    const double *data; /* n rows of q->in numbers */
    size_t n;
    const func *q;
    const extrap *const *op; /* ops operators, each with draws <= n */
    size_t ops;
    size_t splits;
    bool log;
    uint64_t seed;
    const volatile sig_atomic_t *interrupt;
    const progress *progress; /* or NULL */
} correct_config;

/* One operator's correction; sums of squares and variances are over q's outputs. */
typedef struct correct_row {
    double *value;      /* q->out numbers: the corrected estimate */
    double *removed;    /* the plug-in less it */
    double *se;         /* of each; NAN where n is too small to tell */
    double saved;       /* bias^2 that it takes off: |plug-in - value|^2 less its own noise */
    double added;       /* variance of the value less that of the plug-in */
    double uncertainty; /* half-width of the 95% interval of saved - added */
    correct_verdict verdict;
} correct_row;

typedef struct correct_result {
    double *plugin,
        *jackknife;    /* q->out numbers: q of the mean; the delete-one jackknife's value */
    double plugin_var; /* of the plug-in */
    double tail_k; /* shape of the tail of the jackknife's pseudo-values (tail.h); above TAIL_HEAVY
                    * no verdict is `helps` */
    size_t splits; /* made */
    correct_row row[CORRECT_OPERATORS];
} correct_result;

/* Where q will be evaluated first: the mean of the rows, q->in numbers. */
void correct_mean(const double *data, size_t n, size_t in, bool log, double *out);

/* Bytes of work space, aligned to ARENA_ALIGN; the result's arrays lie in it. */
size_t correct_work(const correct_config *c);

/* STATUS_OK, STATUS_INTERRUPTED (the result is that of fewer splits), STATUS_CALLBACK. */
status correct_run(const correct_config *c, void *work, correct_result *out);

#endif
