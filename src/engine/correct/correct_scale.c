/* The scale of q: a power of two that keeps squares of its values within range. */
#include "correct_part.h"

#include <math.h>

/* Values of q beyond this, or all below its inverse, are scaled: fourth powers are summed. */
#define MODERATE 0x1p120

double scale_largest(const double *x, size_t n, double most)
{
    for (size_t i = 0; i < n; i++)
        most = isfinite(x[i]) ? fmax(most, fabs(x[i])) : most;
    return most;
}

int scale_exponent(double most)
{
    int exponent = 0;
    if (most != 0 && !(most < MODERATE && most > 1 / MODERATE))
        frexp(most, &exponent);
    return exponent;
}

void scale_by(double *x, size_t n, int exponent)
{
    for (size_t i = 0; i < n && exponent != 0; i++)
        x[i] = ldexp(x[i], exponent);
}

void correct_scale_choose(correct_job *b)
{
    size_t without = b->groups.n * b->out;
    double most = scale_largest(b->without, without, scale_largest(b->result->plugin, b->out, 0));
    b->exponent = scale_exponent(most);
    scale_by(b->result->plugin, b->out, -b->exponent);
    scale_by(b->without, without, -b->exponent);
}

static void undo_row(correct_row *r, size_t out, int exponent)
{
    scale_by(r->value, out, exponent);
    scale_by(r->removed, out, exponent);
    scale_by(r->se, out, exponent);
    scale_by(r->split_se, out, exponent);
    scale_by(&r->all_se, 1, exponent);
    r->saved = ldexp(r->saved, 2 * exponent);
    r->added = ldexp(r->added, 2 * exponent);
    r->uncertainty = ldexp(r->uncertainty, 2 * exponent);
}

void correct_scale_undo(const correct_job *b)
{
    correct_result *r = b->result;
    scale_by(r->plugin, b->out, b->exponent);
    scale_by(r->jackknife, b->out, b->exponent);
    r->plugin_var = ldexp(r->plugin_var, 2 * b->exponent);
    for (size_t i = 0; i < b->config->ops; i++)
        undo_row(&r->row[i], b->out, b->exponent);
}
