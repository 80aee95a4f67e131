/* Distributions of an inner draw delta in R^p, p = dim. One file per distribution in dist/. */
#pragma once

#include "engine/machine/status.h"
#include "engine/text/param.h"
#include "rng.h"

#include <math.h>
#include <stdatomic.h>

enum {
    DIST_PARAMS = 8,  /* the most parameters of a type */
    DIST_MOMENTS = 24 /* central moments and cumulants are known to this order, if they exist */
};

typedef struct dist dist;

/* How a law given by the caller draws: as dist_type.draw, with the caller's own context. */
typedef struct dist_sampler {
    status (*draw)(void *context, stream *s, size_t dim, size_t n, double *out, size_t gap);
    void *context;
} dist_sampler;

/* How the density falls towards infinite ends, x far out. */
typedef enum dist_fall {
    FALL_NONE,        /* there are none */
    FALL_NORMAL,      /* like the normal one of the law's variance */
    FALL_EXPONENTIAL, /* ~ x^(high_power - 1) exp(-x / scale) */
    FALL_LOGNORMAL,   /* ~ exp(-log(x / scale)^2 / (2 high_power^2)) / x */
    FALL_POWER        /* ~ (x / scale)^-(high_power + 1) */
} dist_fall;

/* Where a law on the line is: on [low, high], with a density ~ (x - low)^(low_power - 1) and
 * (high - x)^(high_power - 1) at finite ends, and positive between. */
typedef struct dist_support {
    double low, high, low_power, high_power;
    dist_fall fall;
    double scale;
    double middle; /* of a law that may have no mean */
} dist_support;

typedef struct dist_type {
    const char *name, *summary;
    const param *params;
    size_t nparams;
    /* Checks what the table cannot say (a < b, probabilities sum to 1); returns NULL or what was
     * expected. */
    const char *(*check)(const arg *a);
    /* Optional. Bytes to allocate for a dist with these arguments; NULL: sizeof(dist). */
    size_t (*size)(const arg *a);
    /* Fills d (d->type is set, the rest zero); copies what it needs out of a. */
    void (*init)(dist *d, const arg *a);
    /* Which kind of stream draws come from. */
    stream_kind kind;
    bool calls_back; /* draws call the caller's dist_sampler: only on the thread that made it */
    bool normal;     /* means of draws are normal */
    bool whole;      /* draws are whole numbers >= 0, pdf is their probability, and sum is known */
    /* n draws, n <= STREAM_MOST, component j of draw i at out[j*gap + i]. */
    status (*draw)(const dist *d, stream *s, size_t n, double *out, size_t gap);
    /* k-th central moment, k = 2..DIST_MOMENTS, of a dist with dim 1; NAN when unknown. */
    long double (*central)(const dist *d, int k);
    /* Optional, of a law with a density and dim 1. */
    dist_support (*support)(const dist *d);
    /* Optional. The law of the sum of m draws, a dist without arrays; *out is zero. */
    void (*sum)(const dist *d, double m, dist *out);
    /* Of a mean of M draws of a law: that law, and *m times M. */
    const dist *(*of_draws)(const dist *d, double *m);
    /* Optional. E |delta|^k exists for k < orders; NULL: for all k. */
    double (*orders)(const dist *d);
    /* Optional. Density at x, or the probability of x; NULL: the dist has none. */
    double (*pdf)(const dist *d, double x);
    /* Optional. Raw moment E delta^k, k >= 1, where a formula is better than from the central ones.
     */
    double (*moment)(const dist *d, int k);
    /* Optional. k-th cumulant, k >= 2, where a formula is better than from the central moments. */
    double (*cumulant)(const dist *d, int k);
    /* Optional. log E exp(t (delta - mean)); INFINITY when it does not exist; NULL: unknown. */
    long double (*log_mgf)(const dist *d, long double t);
    /* Optional. Atoms of a discrete law with dim 1: sets *values and *probs (NULL = equal), returns
     * their number. */
    size_t (*atoms)(const dist *d, const double **values, const double **probs);
} dist_type;

struct dist {
    const dist_type *type;
    size_t dim;
    const double *mean, *var;    /* length dim, into this object; NULL when unknown */
    double parameter[4];         /* the type's own numbers */
    double on_line[2];           /* mean and variance of a law made by dist_on_line */
    const atomic_int *interrupt; /* NULL, or what cuts a long init short once it is set */
    /* the type's own arrays follow */
};

/* For init: sets dim 1, mean and variance. */
static inline void dist_on_line(dist *d, double mean, double var)
{
    d->dim = 1;
    d->on_line[0] = mean;
    d->on_line[1] = var;
    d->mean = d->on_line;
    d->var = d->on_line + 1;
}

static inline size_t dist_size(const dist_type *type, const arg *a)
{
    return type->size ? type->size(a) : sizeof(dist);
}

/* The registered types, by name; NULL when there is none. */
size_t dist_count(void);
const dist_type *dist_type_at(size_t i);
const dist_type *dist_find(const char *name);

/* Moments of order k exist for k < orders. */
static inline double dist_orders(const dist *d)
{
    return d->type->orders ? d->type->orders(d) : (double)INFINITY;
}

/* The law whose blocks of *m draws have the means that blocks of d have; *m goes up with it. */
static inline const dist *dist_of_draws(const dist *d, double *m)
{
    return d->type->of_draws ? d->type->of_draws(d, m) : d;
}

/* Makes a dist of a zeroed block. A variance beyond the range of double is not known, and then
 * neither are moments: the dist is beyond. One that does not exist is not known either. */
void dist_init(dist *d, const dist_type *type, const arg *a);
bool dist_is_beyond(const dist *d);

/* n draws as rows of dim numbers; work holds dim * STREAM_MOST numbers. STATUS_INTERRUPTED once
 * *interrupt is set. */
status dist_rows(const dist *d, stream *s, size_t n, double *rows, double *work,
                 const atomic_int *interrupt);

/* The ends of a law on the line, infinite where it has none that are known. */
void dist_ends(const dist *d, double *low, double *high);

/* Raw moment E delta^k, central moment E (delta - mean)^k and cumulant of order k of a dist with
 * dim 1, k <= DIST_MOMENTS; NAN when unknown. */
double dist_moment(const dist *d, int k);
double dist_central(const dist *d, int k);
double dist_cumulant(const dist *d, int k);
