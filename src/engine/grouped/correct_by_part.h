/* What the parts of correct_by share. Inside the engine only. */
#pragma once

#include "correct_by.h"
#include "engine/correct/correct_job.h"
#include "engine/machine/walk.h"
#include "mixture.h"

/* One thread's: the group that it works on. */
typedef struct by_worker {
    correct_job job;
    correct_config config;
    correct_result result;
    const extrap *op[CORRECT_OPERATORS]; /* those that the group has rows enough for */
    double *rows;                        /* a resampled group */
} by_worker;

/* Plug-ins of n groups and what operators take off: component l of group g at [l*n + g], operators
 * one after the other. */
typedef struct by_values {
    size_t n;
    double *plugin, *removed;
} by_values;

typedef struct by_job {
    const correct_by_config *config;
    correct_by_result *result;
    by_worker *worker; /* threads */
    size_t threads;
    bool in_order;        /* one hand makes all groups */
    size_t first;         /* of the groups that are being worked on */
    by_values own, tried; /* of the groups, and of the trial */
    mixture mixture;      /* the laws of the trial, */
    double pooled;        /* which are these, */
    double *truth;        /* out x tried.n: and q at their means */
    int exponent;         /* values are over 2^exponent while they are weighed */
    double *effect;       /* of each of either on the gain */
    tail_pair tails;
} by_job;

/* The numbers of an operator's output l. */
static inline const double *by_removed(const by_job *b, const by_values *v, size_t op, size_t l)
{
    return v->removed + (op * b->config->q->out + l) * v->n;
}

/* Passes the values of group `at`. */
void by_pass(const by_job *b, const by_values *v, size_t at, walk *w);

/* Multiplies all values by 2^exponent. */
void by_scale(const by_job *b, const by_values *v, int exponent);

/* to <- group number `at` of them: of n rows, whose splits are the number-th ones. STATUS_OK,
 * STATUS_INTERRUPTED, or what q returns. */
status by_correct_group(const by_job *b, by_worker *w, const double *rows, size_t n, size_t number,
                        const by_values *to, size_t at);

/* Fills the operators' rows: means, errors, verdicts; `stopped`: there are groups that were not
 * corrected. STATUS_OK, STATUS_INTERRUPTED, or what q returns. */
status by_conclude(by_job *b, bool stopped);

/* How many groups a trial has. */
size_t by_trials(const correct_by_config *c);

/* b->tried and b->truth <- groups from the laws that draw `pooled` of their rows from all.
 * STATUS_OK, STATUS_INTERRUPTED, or what q returns. */
status by_try(by_job *b, double pooled);

/* Whether the gain of an operator in the trial has this sign, 1 or -1, by more than two standard
 * errors. */
bool by_agrees(const by_job *b, size_t op, int sign);
