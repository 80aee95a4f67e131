#include "trust.h"

#include "rare.h"

#include <math.h>

enum {
    DECIDE = 2, /* estimates: by fewer no scatter is decided that is trusted */
    OFTEN = 20  /* samples expected of each kind where all kinds are drawn */
};

/* Of the raw scatter: what is below it is rounding. */
static const double NOTHING = 1e-12;

/* Whether the law has few values, and n samples of that many draws show all that these can be. */
static bool shows_all(const dist *d, double n, double draws)
{
    const double *values, *probs;
    size_t atoms = d->type->atoms ? d->type->atoms(d, &values, &probs) : 0;
    double least = 1;
    for (size_t i = 0; i < atoms; i++)
        least = fmin(least, probs ? probs[i] : 1 / (double)atoms);
    return atoms > 0 && n * pow(least, draws) >= OFTEN;
}

/* Whether the scatter of output k with the variates taken off says how far its mean may be off;
 * what is not above `nothing` is rounding. A scatter below 1/sqrt(n) of the raw one may be that of
 * a sample in which the variates explain the few values that were drawn, and a rare other one would
 * be as large as the raw ones: then enough estimates must have a part in it, unless the variates
 * explain q everywhere, or every sample was drawn. */
static bool is_trusted(const lab_config *c, const lab_point *point, const lab_result *r, size_t k,
                       double nothing)
{
    const moments *raw = &r->raw[k].finite, *reduced = &r->reduced[k].finite;
    double n = tally_n(&r->raw[k]), sd = moments_sd(reduced);
    if (func_is_quadratic(c->q) || !(sd * sqrt(n) < moments_sd(raw)) ||
        shows_all(c->dist, n, (double)(point->op->draws * point->m)))
        return true;
    return sd > fmax(nothing, NOTHING * moments_sd(raw)) && moments_kurtosis(reduced) * DECIDE <= n;
}

bool trust_variates(const lab_config *c, const lab_point *point, const lab_result *r,
                    const double *rounding, bool asks)
{
    bool all = r->controlled && rare_find(c, point, r, true, asks).expected == 0;
    for (size_t k = 0; k < c->q->out && all; k++)
        all = is_trusted(c, point, r, k, rounding ? rounding[k] : 0);
    return all;
}
