/* The scale of q: a power of two that keeps squares of its values within range. */
#include "correct_part.h"

#include <math.h>

/* Values of q beyond this, or all below its inverse, are scaled: fourth powers are summed. */
#define MODERATE 0x1p120

static double largest(const double *x, size_t n, double most)
{
    for (size_t i = 0; i < n; i++)
        most = isfinite(x[i]) ? fmax(most, fabs(x[i])) : most;
    return most;
}

static void scale_up(double *x, size_t n, double scale)
{
    for (size_t i = 0; i < n; i++)
        x[i] *= scale;
}

void correct_scale_choose(correct_job *b)
{
    size_t without = b->groups.n * b->out;
    double most = largest(b->without, without, largest(b->result->plugin, b->out, 0));
    int exponent;
    if (most == 0 || (most < MODERATE && most > 1 / MODERATE))
        return;
    frexp(most, &exponent);
    b->scale = ldexp(1, -exponent);
    scale_up(b->result->plugin, b->out, b->scale);
    scale_up(b->without, without, b->scale);
}

static void scale_back(double *x, size_t n, double scale)
{
    for (size_t i = 0; i < n; i++)
        x[i] /= scale;
}

/* Squares are divided twice, for the square of the scale may be out of range. */
static void undo_row(correct_row *r, size_t out, double scale)
{
    scale_back(r->value, out, scale);
    scale_back(r->removed, out, scale);
    scale_back(r->se, out, scale);
    scale_back(r->split_se, out, scale);
    scale_back(&r->all_se, 1, scale);
    r->saved = r->saved / scale / scale;
    r->added = r->added / scale / scale;
    r->uncertainty = r->uncertainty / scale / scale;
}

void correct_scale_undo(const correct_job *b)
{
    correct_result *r = b->result;
    scale_back(r->plugin, b->out, b->scale);
    scale_back(r->jackknife, b->out, b->scale);
    r->plugin_var = r->plugin_var / b->scale / b->scale;
    for (size_t i = 0; i < b->config->ops; i++)
        undo_row(&r->row[i], b->out, b->scale);
}
