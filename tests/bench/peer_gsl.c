/* The workloads on GSL's mt19937. */
#include <gsl/gsl_randist.h>
#include <gsl/gsl_rng.h>

static gsl_rng *generator(void)
{
    static gsl_rng *r;
    if (!r)
        r = gsl_rng_alloc(gsl_rng_mt19937);
    return r;
}

static double draw_normal(void)
{
    return gsl_ran_gaussian_ziggurat(generator(), 1);
}

static double draw_uniform(void)
{
    return gsl_rng_uniform_pos(generator());
}

static size_t draw_below(size_t n)
{
    return gsl_rng_uniform_int(generator(), n);
}

#include "peer.h"
