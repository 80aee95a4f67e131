/* What the parts of correct share: the sample, its work space, and q as it is evaluated there.
 * Inside the engine only. The caller of correct_run owns the memory; arrays that are not said to be
 * the result's are work space. */
#pragma once

#include "correct.h"
#include "engine/law/tail.h"
#include "engine/machine/arena.h"
#include "engine/number/stats.h"
#include "engine/split/leave.h"
#include "engine/split/sample.h"
#include "engine/split/subsets.h"

enum { CORRECT_BENDS = 8 };   /* columns of rows that a control of splits is made for, at most */
enum { CORRECT_BATCH = 128 }; /* points at which q is evaluated together, at least */

/* The groups of rows that are left out in turn (correct_groups.h). */
typedef struct correct_groups {
    size_t n;                      /* <= CORRECT_GROUPS; 0 for a sample of one row */
    double weight[CORRECT_GROUPS]; /* how many equal groups each represents */
    double all;                    /* the sum of the weights */
    uint8_t *of_row;               /* by row, where groups are random ones */
} correct_groups;

/* Points and values of q are columns `gap` apart: component j of point i at point[j*gap + i]. */
typedef struct correct_job {
    const correct_config *config;
    correct_result *result; /* of q over 2^exponent until correct_scale_undo */
    func q;                 /* config->q over 2^exponent: counted while counting */
    int exponent;           /* keeps squares within range */
    bool counting;
    bool failed; /* q did: it is asked no more */
    size_t n, in, out, gap;
    bool exact;      /* the mean over all splits is had, */
    size_t listed;   /* where subsets of one size are no more than these */
    size_t repeats;  /* splits that are made without each group */
    size_t left_out; /* all splits: groups whose splits without them were averaged */
    correct_groups groups;
    sample rows;
    subsets subsets;        /* of the rows that are left */
    uint32_t *order, *kept; /* row numbers: of a split, of those left */
    sample dealt;           /* the rows in the order of a split */
    leave leave;            /* their groups */
    double *prefix;         /* (n + 1) x in: totals of the first 0 .. n rows */
    double *total;          /* EXTRAP_DRAWS x in: of blocks */
    double *left;           /* of all operators' blocks, by group that is left out */
    double *point, *value;  /* in x gap, out x gap */
    bool bends;             /* a control of random splits is there (correct_bend.c), */
    double *origin, *step;  /* in: of its distances; without each group, then of all rows: */
    double *center;         /* (groups + 1) x in: the mean, */
    double *bend;           /* (groups + 1) x out x in x in: the quadratics about it, */
    double *spread;         /* (groups + 1) x out: and how the rows scatter there */
    double *floor;          /* out: what rounding may do to q (correct_floor.c) */
    double *least, *most;   /* out: of the finite values of q at windows */
    moments *pseudo;        /* out: of the jackknife's pseudo-values */
    tail_pair tails;        /* of the same */
    double *without;        /* groups x out: the plug-in without each group */
    moments *off;           /* ops x out: over splits, of the value minus the plug-in */
    double *repeat;         /* ops x repeats x groups x out: the same without each group */
    bool *needed;           /* by size, up to n: whether its subsets are */
    double *average;        /* (n + 1) x out: of q at subsets of that size, minus the plug-in */
    double *ways;           /* room for a walk (subsets.h) */
    double *share;          /* CORRECT_BATCH: of the subsets that are evaluated together */
    void *trial;            /* work space of a trial */
} correct_job;

/* Lays out the work space and the result's arrays; with a memory without a block only measures. */
void correct_job_layout(correct_job *b, const correct_config *c, correct_result *r, arena *memory);

/* Reads the sample, of at most as many rows as there is room for, and readies q, after the layout.
 * STATUS_OK, or STATUS_INTERRUPTED: the sample is not there then. */
status correct_job_begin(correct_job *b, size_t n);

/* STATUS_OK, or STATUS_INTERRUPTED; to be called between passes over all rows. */
static inline status correct_job_look(const correct_job *b)
{
    return *b->config->interrupt ? STATUS_INTERRUPTED : STATUS_OK;
}

/* Whether a pass ends at row i: interrupted. What looks next says so. */
static inline bool correct_job_stops(const correct_job *b, size_t i)
{
    enum { BETWEEN_LOOKS = 1 << 12 };
    return i % BETWEEN_LOOKS == 0 && *b->config->interrupt;
}

/* value <- q at n <= gap points. STATUS_OK, STATUS_INTERRUPTED, or what q returns; so do all that
 * evaluate q. */
status correct_job_evaluate(correct_job *b, size_t n);

/* out <- q at the first point: q->out numbers. */
status correct_job_evaluate_one(correct_job *b, double *out);

/* Adds what a split takes off to those of an operator: q->out numbers. */
void correct_job_add_split(correct_job *b, size_t op, const double *off);

/* What an operator takes off in one split without group g: q->out numbers. */
double *correct_job_repeat(const correct_job *b, size_t op, size_t split, size_t g);

/* The quadratic of output l without group g: q->in x q->in numbers. */
double *correct_job_bend(const correct_job *b, size_t g, size_t l);

/* What rounding may do to output l of what an operator takes off. */
double correct_job_floor(const correct_job *b, size_t op, size_t l);
