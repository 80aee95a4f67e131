/* The mean over groups of q(the group's mean), each group's bias taken off by operators on the
 * rows of the group alone (correct.h). Groups are independent: errors and verdict come from how
 * they scatter.
 *
 * With P the plug-ins, R what is taken off, V = P - R, and G groups from many like them, what is
 * estimated is E q(a group's own mean). The bias^2 saved is (mean R)^2 minus its noise var(R)/G;
 * the variance added is (var V - var P)/G, and var V - var P = cov(R, R - 2P). A group of fewer
 * rows than the operator has blocks keeps its plug-in: R is 0. */
#pragma once

#include "engine/correct/correct.h"

/* Random splits of each group: errors of splits average out over groups, of many groups each needs
 * few. */
static inline size_t correct_by_splits(size_t groups)
{
    enum { ALL = 100000, MOST = 100, LEAST = 10 };
    size_t each = ALL / (groups ? groups : 1);
    if (each < LEAST)
        return LEAST;
    return each < MOST ? each : MOST;
}

typedef struct correct_by_config {
    const double *data;  /* rows of q->in numbers, group after group */
    const size_t *start; /* groups + 1: the first row of each group */
    size_t groups;
    const func *q;
    const extrap *const *op; /* ops operators */
    size_t ops;
    size_t splits; /* of each group of which not all are had */
    bool log;
    uint64_t seed;
    size_t threads;
    const atomic_int *interrupt;
    const progress *progress; /* or NULL */
} correct_by_config;

/* One operator's correction, as in correct_row. */
typedef struct correct_by_row {
    double *value, *removed, *se; /* q->out numbers: means over groups; NAN where not known */
    double all_se, saved, added, uncertainty;
    size_t kept; /* groups of too few rows */
    correct_verdict verdict;
    correct_reason why;
} correct_by_row;

typedef struct correct_by_result {
    double *plugin;     /* q->out numbers */
    double plugin_var;  /* of the mean of the plug-ins; 0 where it is rounding */
    double tail_k;      /* of the groups' plug-ins */
    size_t groups;      /* corrected; fewer than all after an interrupt */
    size_t random;      /* of them, those that took random splits */
    double *plugin_of;  /* out x groups: of each group, component l at [l*groups + g] */
    double *removed_of; /* ops x out x groups: what is taken off each */
    bool *is_random;    /* groups */
    correct_by_row row[CORRECT_OPERATORS];
} correct_by_result;

/* Bytes of work space, aligned to ARENA_ALIGN; the result's arrays lie in it. */
size_t correct_by_work(const correct_by_config *c);

/* STATUS_OK, STATUS_INTERRUPTED (the result is that of fewer groups), STATUS_CALLBACK. */
status correct_by_run(const correct_by_config *c, void *work, correct_by_result *out);
