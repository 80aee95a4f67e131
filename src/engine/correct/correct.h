/* The bias of q(mean of a fixed sample), taken off by an operator, and whether that pays.
 *
 * The n rows are put in a canonical order and dealt to the operator's K blocks (deal.h). Where all
 * splits can be had (subsets.h), what is taken off is the mean over all of them; else over `splits`
 * random ones, and their error is part of every variance.
 *
 * Variances are those of a jackknife: over single rows where all splits are had, else over at most
 * CORRECT_GROUPS random groups of rows, minus what the random splits add to it. It takes q for a
 * line within the error of the mean; so a verdict stands only where a trial (trial.h) confirms it.
 * With log, rows hold log weights: a window's point is the log of its mean weight. */
#pragma once

#include "engine/machine/progress.h"
#include "engine/operator/extrap.h"
#include "engine/operator/func.h"

#include <stdatomic.h>
#include <stdbool.h>

enum {
    CORRECT_GROUPS = 25,            /* groups of the jackknife of variances */
    CORRECT_REPEATS = 1000,         /* splits that are repeated without each group, at most; */
    CORRECT_REPEATS_LEAST = 20,     /* of many rows no more than these, */
    CORRECT_REPEATED_ROWS = 200000, /* and than so many rows have */
    CORRECT_OPERATORS = 32          /* the most operators of a ladder */
};

/* Of the mean square error: smaller differences decide nothing. */
#define CORRECT_NEGLIGIBLE 0.01

typedef enum correct_verdict {
    CORRECT_NONE, /* no difference */
    CORRECT_HELPS,
    CORRECT_HURTS,
    CORRECT_UNKNOWN /* no standard error of all outputs together, too few splits, or interrupted */
} correct_verdict;

/* Why there is no verdict, or no standard error. */
typedef enum correct_reason {
    CORRECT_CLEAR,      /* there is one */
    CORRECT_SMALL,      /* within the uncertainty, or below 1% of the mean square error */
    CORRECT_DISAGREE,   /* samples like this one disagree: q bends within the error of the mean */
    CORRECT_TAIL,       /* single rows decide */
    CORRECT_ROUNDING,   /* what is taken off is rounding */
    CORRECT_EQUAL,      /* whichever row is left out, q is the same to rounding */
    CORRECT_JUMP,       /* q jumps within the error of the mean: the jackknife says too much */
    CORRECT_ONE_SPLIT,  /* a single random split, whose error is not known */
    CORRECT_SPLITS,     /* other random splits may change it */
    CORRECT_FEW,        /* fewer rows than blocks when some are left out */
    CORRECT_NOT_FINITE, /* q is not finite at the mean or at some windows */
    CORRECT_NEGATIVE,   /* the estimate of a variance is below zero */
    CORRECT_STOPPED     /* interrupted before it was known */
} correct_reason;

typedef struct correct_config {
    const double *data; /* n rows of q->in numbers */
    size_t n;
    const func *q;
    const extrap *const *op; /* ops operators, each with draws <= n */
    size_t ops;
    size_t splits;
    bool log;
    uint64_t seed;
    uint64_t group; /* of many samples: each has splits of its own */
    const atomic_int *interrupt;
    const progress *progress; /* or NULL */
} correct_config;

/* One operator's correction; sums of squares and variances are over q's outputs. */
typedef struct correct_row {
    double *value;    /* q->out numbers: the corrected estimate; NAN before any split was made */
    double *removed;  /* the plug-in minus it */
    double *se;       /* of each; NAN where it is not known */
    double *split_se; /* of each: the part of se that is the random splits' */
    double all_se;    /* of all outputs together: the root of the sum of their variances */
    double saved;     /* bias^2 that it takes off: |plug-in - value|^2 minus its own noise */
    double added;     /* variance of the value minus that of the plug-in; 0 where it is rounding */
    double uncertainty; /* half-width of the 95% interval of saved - added */
    correct_verdict verdict;
    correct_reason why, why_se; /* why there is no verdict; why an se is not known */
} correct_row;

typedef struct correct_result {
    bool known; /* false: interrupted before the plug-in and its scatter were; there is no result */
    double *plugin,
        *jackknife;    /* q->out numbers: q of the mean; the delete-one jackknife's value */
    double plugin_var; /* of the plug-in; 0 where it is rounding */
    double tail_k; /* shape of the tail of the jackknife's pseudo-values (tail.h); above TAIL_HEAVY
                    * no verdict is `helps` */
    bool all;      /* what is taken off is the mean over all splits, */
    size_t splits; /* or over so many random ones */
    double seen, not_finite;         /* values of q at windows; how many were not finite, */
    double first_value, first_point; /* the first of them, and the first number it was for */
    correct_row row[CORRECT_OPERATORS];
} correct_result;

/* "helps", "hurts", "no difference"; NULL: none. "clear", "small", "disagree", .. */
const char *correct_verdict_words(correct_verdict v);
const char *correct_reason_words(correct_reason r);

/* Where q will be evaluated first: the mean of the rows, q->in numbers. */
void correct_mean(const double *data, size_t n, size_t in, bool log, double *out,
                  const atomic_int *interrupt);

/* Bytes of work space, aligned to ARENA_ALIGN; the result's arrays lie in it. */
size_t correct_work(const correct_config *c);

/* STATUS_OK; STATUS_INTERRUPTED or STATUS_CALLBACK: the result is that of fewer splits, or not
 * known. */
status correct_run(const correct_config *c, void *work, correct_result *out);
