/* A group: replicates that step together on one thread, so that the latency of one hides behind the
 * others. What a replicate computes does not depend on the group it is in. */
#pragma once

#include "engine/machine/arena.h"
#include "engine/operator/extrap.h"
#include "problem.h"

#include <signal.h>

enum { GROUP_MOST = 16 };

typedef struct estimator_type estimator_type;
typedef struct method_type method_type;
typedef struct step_rule step_rule;

/* Oracle calls of one replicate; a draw used at two points counts twice. samples = g + jacobian. */
typedef struct calls {
    uint64_t outer, g, jacobian;
} calls;

static inline uint64_t calls_samples(calls c)
{
    return c.g + c.jacobian;
}

enum { LEVEL_MOST = 40, SETTING_BYTES = 96 };

/* A multilevel estimate: levels l = 0 .. last, level l with 2^l draws. */
typedef struct multilevel {
    size_t last;
    uint64_t terms[LEVEL_MOST + 1];     /* fixed: terms of each level */
    double probability[LEVEL_MOST + 1]; /* random: of each level */
} multilevel;

/* The terms on each level that a replicate's next multilevel estimate takes. */
typedef struct group_tossed {
    bool done; /* random ones are drawn */
    uint64_t terms[LEVEL_MOST + 1];
} group_tossed;

/* A gradient (or value) estimate: what to estimate, and from how many draws. */
typedef struct estimator {
    const estimator_type *type;
    const problem *problem;
    const extrap *op; /* applied to grad f at the block means of g */
    estimate_of of;
    size_t m, m_jacobian; /* draws per block for g; draws for the Jacobian */
    bool share;           /* one set of draws for g and the Jacobian */
    size_t batch;         /* B: outer samples averaged by a fresh estimate */
    bool distinct;        /* a batch holds every outer sample at most once */
    bool steady;          /* each step takes the same calls, whatever the coins */
    size_t lanes; /* the most lanes that one step of a replicate lists, over all its lists */
    multilevel levels;
    char setting[SETTING_BYTES]; /* the method's own struct, see METHOD_SETTING in method.h */
} estimator;

/* A step rule of the caller's: out <- the new point of replicate `replicate` (of all) from row x
 * and the direction v = estimate + l2 x (rows), at step t = 1, 2, .. A failure ends the run. */
typedef struct update_rule {
    void *context;
    status (*call)(void *context, size_t replicate, uint64_t t, const double *x, const double *v,
                   double *out);
} update_rule;

struct group {
    const estimator *estimator;
    const method_type *method;
    size_t replicates; /* at most GROUP_MOST */
    size_t live;       /* replicates that still step: live_replicate[0 .. live-1] */
    size_t live_replicate[GROUP_MOST];
    bool failed[GROUP_MOST];   /* met a non-finite point; stays at its last finite one */
    bool failing;              /* one did in this step */
    size_t first;              /* the replicate, of all, at position 0 */
    uint64_t t;                /* number of the coming step where the update rule asks for it */
    const update_rule *update; /* instead of x - step v, or NULL */
    const step_rule *rule;     /* what x - step v is then, or NULL */
    double *rule_state;        /* the states of that, one after the other */
    double *bounds;            /* rows of its proximal step */
    status failure;            /* the update rule's */
    breaker breaker;           /* looked at on the way through a step */
    double step;               /* step size of the coming step, */
    size_t ahead;              /* and of so many, which may be made at once */
    size_t made;               /* so many were */
    double clip;               /* the most that the norm of a step's direction may be; 0 = any */
    bool normalised;           /* the step is divided by the norm of its direction */
    calls calls[GROUP_MOST];
    size_t ld;            /* length of the rows below */
    double *x, *previous; /* replicates x ld: points, and the points before the last step */
    double *estimate;     /* replicates x ld: the estimate that the next step takes */
    double *direction;    /* scratch row */
    stream *streams;      /* replicates x group_streams */
    lane *lanes;          /* work lists */
    size_t listed;        /* they are so many of each live replicate; 0 = other ones */
    size_t most;          /* lanes of one call to the problem */
    double *samples;      /* an outer sample for each lane, when the law is endless */
    double *work;         /* the problem's */
    double *y,
        *value;      /* block means, windows and what f or grad f makes of them, for LANES lanes */
    double *J;       /* Jacobians of LANES lanes' blocks, when shared */
    size_t gap;      /* doubles of y for one point */
    uint32_t *index; /* the outer samples of a batch being drawn from a finite set */
    bool *marked;    /* by outer sample: it is in the batch being drawn; for distinct batches */
    group_tossed *tossed; /* by replicate, for multilevel estimates */
    void *state;          /* the method's */
};

/* Streams of a replicate: coin, outer (and its normals), inner_kinds for g and as many for the
 * Jacobian. */
enum { STREAM_COIN, STREAM_OUTER };

static inline size_t group_inner_stream(const group *g)
{
    return STREAM_OUTER + 1 + g->estimator->problem->type->outer_normals;
}

static inline size_t group_streams(const group *g)
{
    return group_inner_stream(g) + 2 * g->estimator->problem->type->inner_kinds;
}

static inline stream *group_stream(const group *g, size_t replicate, size_t which)
{
    return &g->streams[replicate * group_streams(g) + which];
}

static inline double *group_row(const group *g, double *rows, size_t replicate)
{
    return rows + replicate * g->ld;
}

/* Lays the group out; with a NULL block only measures. */
void group_layout(group *g, const estimator *e, const method_type *method, size_t replicates,
                  arena *memory);

/* Starts the streams of replicates first, first+1, .. and sets every point to x0 + r*stride (stride
 * 0: the same for all). */
void group_start(group *g, uint64_t seed, size_t first, const double *x0, size_t stride);

/* Takes replicate r (a position in live_replicate) off the live list. */
void group_retire(group *g, size_t position);

/* Appends `batch` lanes of replicate r to a list of n in g->lanes, pointed at its x, its previous
 * x, its estimate and its streams; returns the new length. */
size_t group_add_lanes(group *g, size_t n, size_t replicate, size_t batch);

/* Lists `batch` lanes of every live replicate. */
void group_list_anew(group *g, size_t batch);

/* The same unless they are listed; returns how many they are. */
static inline size_t group_list(group *g, size_t batch)
{
    if (g->listed != batch)
        group_list_anew(g, batch);
    return g->live * batch;
}

/* Sets the estimate rows of all live replicates to zero. */
void group_clear_estimates(group *g);
