/* Problems: min over x in R^d of F(x) = E_xi f_xi(E_{eta|xi} g_eta(x; xi)) + l2/2 |x|^2, g in R^p
 * (paper, section 1). One file per problem in problem/; it fills a constant problem_type with the
 * calls below.
 *
 * A lane is one outer sample of one replicate. Rows (points, estimates) have ld doubles, ld = d
 * rounded up to 8, and are zero beyond d; whoever writes a row keeps that padding zero. */
#pragma once

#include "engine/law/rng.h"
#include "engine/machine/arena.h"
#include "engine/machine/progress.h"
#include "engine/machine/size.h"
#include "engine/machine/status.h"
#include "engine/operator/extrap.h"
#include "engine/text/param.h"

#include <math.h>
#include <stdatomic.h>
#include <stdbool.h>

enum {
    LANES = 128,      /* the most lanes of one problem call */
    Y_NUMBERS = 8192, /* about so many numbers of y that one problem call makes for a block */
    INNER_KINDS = 2,  /* the most kinds of draws that an inner draw takes */
    LANE_POINTS = 3,  /* the most points that share a lane's draws */
    ROW = 8           /* rows are padded to a multiple of this */
};

/* When the calls of a step are given up: what they leave is then of no use. */
typedef struct breaker {
    const atomic_int *interrupt; /* NULL = never */
    double patience; /* seconds that a step may still take after the interrupt was seen, */
    double give_up;  /* which is until then; 0 = not yet seen */
    bool broken;     /* the step was given up */
} breaker;

/* For one that has an interrupt, which came: whether it has waited long enough. */
bool breaker_gives_up(breaker *b);

static inline bool breaker_stops(breaker *b)
{
    return b->interrupt && *b->interrupt && breaker_gives_up(b);
}

typedef struct lane {
    double *point[LANE_POINTS]; /* rows that share the draws: x, previous x, ..; descend alone moves
                                   them */
    double *out;                /* row that collects this replicate's estimate */
    stream *outer;            /* the replicate's streams: words and, with outer_normals, normals */
    stream *inner, *jacobian; /* one for each of the problem's inner kinds, side by side */
    uint32_t xi, replicate;   /* outer sample of a finite set, replicate within the group */
    double *sample;           /* outer sample of an endless law: sample_size numbers */
    double *work;             /* the group's: problem.work numbers */
    breaker *breaker;         /* the group's; NULL = none */
} lane;

/* Whether a long call is to end before it is done: looked at between pieces of a block's draws. */
static inline bool lane_stops(const lane *l)
{
    return l->breaker && breaker_stops(l->breaker);
}

enum { PROBLEM_COLUMNS = 4 };

/* A column of a problem's data: rows of `cols` numbers (0: one number, a vec), `stride` apart. */
typedef struct problem_column {
    const char *name;
    const double *data;
    size_t rows, cols, stride;
} problem_column;

enum { PROBLEM_MEASURES = 4, PROBLEM_POLE = 160 };

/* A measure of a type's own besides the objective: a column of what runs record. */
typedef struct problem_measure {
    const char *name, *meaning;
} problem_measure;

/* What to integrate for an exact expectation of an estimator. */
typedef enum estimate_of { OF_GRADIENT, OF_VALUE } estimate_of;

typedef struct problem problem;
typedef struct group group;
typedef struct theory_constants theory_constants;

/* Moves the points of a group's step once all its estimates are whole, where that is more than x -
 * step (out + l2 x); false: no more steps should follow. */
typedef struct mover {
    bool (*move)(group *g);
    group *group;
} mover;

/* How a problem is built. The members may be NULL. */
typedef struct problem_making {
    const atomic_int *interrupt; /* asks long calls to stop, of the built problem too */
    const progress *progress;
    size_t threads;
} problem_making;

typedef struct problem_type {
    const char *name, *summary, *source;
    const param *params; /* data.* entries are fields of the option table `data` */
    size_t nparams;
    size_t inner_kinds; /* how many streams an inner draw takes numbers from */
    stream_kind inner_kind[INNER_KINDS];
    bool outer_normals; /* outer samples take normals too */

    /* Checks what the table cannot say; NULL or what was expected. */
    const char *(*check)(const arg *a);
    /* Lays out the problem: sets d, p, n, ld and all array pointers. With a NULL block it only
     * measures. */
    void (*layout)(problem *p, const arg *a, arena *memory);
    /* Fills the arrays; the start row is zero before. */
    status (*init)(problem *p, const arg *a);
    /* Optional. Sets the start row once the optimum is known; NULL: it stays as init left it. */
    void (*place_start)(problem *p);

    /* The calls below take n <= LANES lanes. y rows are `width` = n*p rounded up to 8 apart,
     * component j of lane i at i*p + j; each call may write up to the width. */

    /* Draws xi (or, where the law is endless, fills sample) of each lane from its outer stream. */
    void (*outer)(const problem *p, size_t n, lane *l);
    /* Optional. Asks memory for what xi of each lane, drawn before, needs. */
    void (*fetch)(const problem *p, size_t n, const lane *l);
    /* Block means of g, K blocks of m draws from the inner stream, at `points` points on the same
     * draws: block k, point q at y + q*gap + k*width. */
    void (*means)(const problem *p, size_t n, const lane *l, size_t points, size_t K, size_t m,
                  double *y, size_t gap);
    /* The same with the block means of the Jacobian on the same draws: lane i, block k, point q
     * (one for all points where it does not depend on x) at J + ((q*n + i)*K + k)*p*ld, p rows of
     * ld. NULL where p*d is too large for it. */
    void (*joint)(const problem *p, size_t n, const lane *l, size_t points, size_t K, size_t m,
                  double *y, size_t gap, double *J);
    /* Means of the Jacobian alone: the mean of m fresh draws from the Jacobian stream, lane i,
     * point q (one for all points where it does not depend on x) at J + (q*n + i)*p*ld. NULL where
     * p*d is too large for methods with a state per outer sample. */
    void (*jacobian)(const problem *p, size_t n, const lane *l, size_t points, size_t m, double *J);
    /* In place on `rows` rows: y <- grad f_xi(y). */
    void (*grad_f)(const problem *p, size_t n, const lane *l, size_t rows, double *y);
    /* value <- f_xi(y) for `rows` rows; a row of values has n rounded up to 8 numbers. */
    void (*f)(const problem *p, size_t n, const lane *l, size_t rows, const double *y,
              double *value);
    /* out += Jbar(point q)^T v for each point, Jbar the mean of m fresh draws from the Jacobian
     * stream, the same draws for all points; v of point q at v + q*width. */
    void (*jtv)(const problem *p, size_t n, const lane *l, size_t points, size_t m,
                const double *v);

    /* Optional, both or none, for a p*d too large for `jacobian`: draws kept as numbers, and
     * applied to a v that is known only later. keep: m fresh draws of the Jacobian stream, p->kept
     * numbers each, of one lane. apply: out, d numbers += scale * (the mean of their Jacobians at
     * row x)^T v. */
    void (*keep)(const problem *p, const lane *l, size_t m, double *draws);
    void (*apply)(const problem *p, const lane *l, const double *x, const double *draws, size_t m,
                  const double *v, double scale, double *out);

    /* Optional. Of n lanes, any number: means, the gradients of f at the operator's window means,
     * their weighted sum, and jtv with scale[q] times that sum at point q, the same
     * bits as by the calls above; y has room for the window rows of problem_lanes lanes at each
     * point. False: these sizes are left to the calls above. */
    bool (*fused)(const problem *p, size_t n, const lane *l, size_t points, const extrap *op,
                  size_t m, size_t m_jacobian, const double *scale, double *y);
    /* Optional. Up to `steps` steps, at least one, of replicates on a list of n lanes, `batch` side
     * by side of each one: fresh outer samples, the mean of the estimates that fused makes of them
     * in the out row, and x <- x - step (out + l2 x), previous <- the old x, unless there is a
     * mover to do it; the same bits as by the calls. Ends after a step to a point that is not
     * finite. Returns how many were made; 0: these sizes are left to the calls above. */
    size_t (*descend)(const problem *p, size_t n, lane *l, size_t batch, const extrap *op, size_t m,
                      size_t m_jacobian, double step, const mover *move, size_t steps, double *y);

    /* Optional. The data by the names of the data.* parameters, or what was drawn once; returns how
     * many columns. */
    size_t (*data)(const problem *p, problem_column columns[PROBLEM_COLUMNS]);
    /* Optional. The exact objective at row x, penalty included; writes its gradient to the row
     * unless NULL. */
    double (*objective)(const problem *p, const double *x, double *gradient);
    /* Optional, all or none. The same in two steps, for any of the rows of a data set: the sum
     * over rows first .. first + n - 1 of f at the exact g, with its gradient added to a row; and
     * the objective of so many rows from such sums, which are made its gradient in place. `first`
     * is a multiple of ROW, and so is n but for the last rows. gradient may be NULL. */
    double (*row_sum)(const problem *p, size_t first, size_t n, const double *x, double *gradient);
    double (*row_mean)(const problem *p, size_t n, const double *x, double sum, double *gradient);
    /* Given with those: adds to row `sum` the squares of the Jacobians of such rows, each number
     * times that of row `unit` before. */
    void (*row_squares)(const problem *p, size_t first, size_t n, const double *unit, double *sum);
    /* Given with those: out, d numbers <- the Jacobian of row i times the root of f'' at row x: the
     * mean of the products of these rows is what F bends by, without the penalty. */
    void (*row_bend)(const problem *p, size_t i, const double *x, double *out);
    /* Optional. Measures of the problem's own, at most PROBLEM_MEASURES, such as the average
     * precision; writes them at row x. */
    const problem_measure *measures;
    size_t nmeasures;
    void (*measure)(const problem *p, const double *x, double *out);
    /* Why the objective writes NANs for a gradient, or NULL. */
    const char *no_gradient;
    /* Why no minimizer is looked for though the objective is exact, or NULL to find it. */
    const char *no_minimizer;
    bool convex; /* the exact objective is; row_sum and what goes with it are given then */
    /* Optional. The exact expectation of an extrapolated estimate with blocks of m draws, penalty
     * included; m_jac independent draws for the Jacobian, or the same draws when shared. */
    void (*expected)(const problem *p, const double *x, const extrap *op, size_t m, bool shared,
                     estimate_of of, double *out);
    /* Optional. The constants of the convergence theorems (theory.h) on the ball |x| <= radius:
     * C_f to C_e. Where g has p > 1 components its moments are those of |g - E g|. */
    void (*constants)(const problem *p, double radius, theory_constants *k);
} problem_type;

struct problem {
    const problem_type *type;
    size_t d, p, ld;
    bool constant_jacobian;  /* the Jacobian of g does not depend on x */
    bool identity_jacobian;  /* and is taken to be the identity, though it is not */
    size_t kept;             /* numbers that a draw is kept as, where its type has `keep` */
    size_t n;                /* outer samples; 0 = endless */
    size_t sample_size;      /* numbers of an outer sample of an endless law */
    double l2;               /* penalty factor */
    double *start;           /* row: where runs start */
    double *optimum;         /* row: the exact minimizer, once optimum_find has found it */
    double least;            /* F at the optimum; NAN while unknown */
    const char *no_least;    /* why the search for it found none, or NULL */
    char pole[PROBLEM_POLE]; /* where F was seen to fall without bound; no_least may be this */
    bool not_convex;         /* F was seen not to be */
    bool proved;             /* `least` is the least F of all, not only of what was searched */
    /* What is known of a problem of the user's own: */
    bool convex;  /* F is, as is proved */
    double bound; /* F is no less, or -INFINITY; bound_open: and never equal to it */
    bool bound_open;
    bool analytic;        /* F is a number everywhere, without kinks or steps, as is proved */
    void *own;            /* what else the type keeps */
    uint64_t fingerprint; /* of that, where data, start and sizes do not distinguish problems */
    size_t work;          /* numbers of work space that its calls need */
    bool serial;          /* it calls the caller's functions: only on the thread that made it */
    bool consumed;        /* outer samples may come to an end: none is drawn for reports */
    status *failure;      /* how such a call failed, until the caller takes it back; or NULL */
    const atomic_int *interrupt;  /* asks long calls (init, expected) to stop; or NULL */
    const problem_making *making; /* while it is built; else NULL */
    double report;                /* absolute: when progress is to be reported */
};

/* Not STATUS_OK once a call has failed, or the outer samples have come to an end: what the calls
 * gave since is of no use. */
static inline status problem_failure(const problem *p)
{
    return p->failure ? __atomic_load_n(p->failure, __ATOMIC_RELAXED) : STATUS_OK;
}

static inline void problem_begin(const problem *p)
{
    if (p->failure)
        __atomic_store_n(p->failure, STATUS_OK, __ATOMIC_RELAXED);
}

/* The objective's gradient is exact, too. */
static inline bool problem_has_gradient(const problem *p)
{
    return p->type->objective && !p->type->no_gradient;
}

/* The threads that its calls may run on, of those asked for. */
static inline size_t problem_threads(const problem *p, size_t threads)
{
    return p->serial ? 1 : threads;
}

size_t problem_count(void);
const problem_type *problem_type_at(size_t i);
const problem_type *problem_find(const char *name);

/* Whether a long call is to stop; what it returns is then of no use. */
static inline bool problem_interrupted(const problem *p)
{
    return p->interrupt && *p->interrupt;
}

/* The threads that may work on a problem while it is built. */
static inline size_t problem_makers(const problem *p)
{
    return p->making && p->making->threads > 1 ? p->making->threads : 1;
}

/* Reports how far its building has come, where that is due. */
void problem_report(problem *p, double share);

/* Why the least value of F is not known, or NULL where it is. */
const char *problem_no_least(const problem *p);

/* The most lanes for one call: LANES, fewer where p is large. */
static inline size_t problem_lanes(const problem *p)
{
    size_t n = Y_NUMBERS / p->p;
    if (n < 1)
        return 1;
    return n < LANES ? n : LANES;
}

/* The default of a batch of rows: `most`, or all n rows of a data set that has fewer. */
static inline double problem_batch(const problem *p, double most)
{
    return p->n && (double)p->n < most ? (double)p->n : most;
}
