/* Inputs are variables, any numbers, or within the range of the table's columns. */
#include "compiled_shape.h"

#include "expr/convex.h"

#include <stdlib.h>

/* The shapes of `cols` columns of a table with rows `stride` apart. */
static void of_columns(const double *rows, size_t n, size_t stride, size_t cols, shape *out)
{
    for (size_t j = 0; j < cols; j++) {
        double lo = NAN, hi = NAN; /* without rows: any number */
        for (size_t i = 0; i < n; i++) {
            lo = fmin(lo, rows[i * stride + j]);
            hi = fmax(hi, rows[i * stride + j]);
        }
        out[j] = shape_number(lo, hi);
    }
}

/* `inputs` shapes of which the first n are variables, the others any numbers, and after them
 * those of the outer samples; NULL without memory. */
static shape *start(const compiled *o, const problem *p, size_t n, size_t inputs)
{
    shape *all = malloc(inputs * sizeof *all);
    for (size_t j = 0; all && j < inputs; j++)
        all[j] = j < n ? shape_variable(interval_all()) : shape_number(-INFINITY, INFINITY);
    if (all)
        of_columns(o->rows, p->n, o->stride, o->xi, all + compiled_xi(n));
    return all;
}

static void conclude(problem *p, shape f)
{
    p->convex = f.traits & SHAPE_CONVEX;
    p->bound = f.range.lo.at;
    p->bound_open = f.range.lo.open;
    p->analytic = f.traits & SHAPE_ANALYTIC;
}

void compiled_prove_value(const compiled *o, problem *p, const graph *g, expr out)
{
    size_t inputs = compiled_xi(p->d) + o->xi;
    shape *input = start(o, p, p->d, inputs), f;
    if (input && shape_prove(g, inputs, input, 1, &out, &f))
        conclude(p, f);
    free(input);
}

/* A mean of convex functions is convex, and lies where they do; that of roots or of logarithms that
 * are convex has one, too. */
void compiled_prove_sets(const compiled *o, problem *p, const graph *set, const expr *y,
                         const graph *f, expr out)
{
    size_t row = compiled_normals(p->d, o->xi), inputs = row + o->set_cols;
    size_t f_inputs = compiled_xi(p->p) + o->xi, rows = (size_t)o->set_first[p->n];
    shape *input = start(o, p, p->d, inputs), *f_input = start(o, p, p->p, f_inputs), all;
    if (input && f_input) {
        of_columns(o->set_rows, rows, o->set_cols, o->set_cols, input + row);
        if (shape_prove(set, inputs, input, p->p, y, f_input) &&
            shape_prove(f, f_inputs, f_input, 1, &out, &all))
            conclude(p, all);
    }
    free(input);
    free(f_input);
}

bool compiled_is_smooth(const compiled *o, const problem *p, const graph *g, const expr *y,
                        const graph *f, expr out)
{
    size_t uniforms = compiled_uniforms(p->d, o->xi, o->normals), inputs = uniforms + o->uniforms;
    size_t f_inputs = compiled_xi(p->p) + o->xi;
    shape *input = start(o, p, 0, inputs), *f_input = start(o, p, p->p, f_inputs), all = {0};
    if (input && f_input) {
        double low = -INFINITY, high = INFINITY;
        for (size_t j = uniforms; j < inputs; j++)
            input[j] = shape_number(0, 1);
        if (o->law.fixed)
            dist_ends(o->law.fixed, &low, &high);
        for (size_t j = 0; j < o->normals; j++)
            input[compiled_normals(p->d, o->xi) + j] = shape_number(low, high);
        bool known = !g || shape_prove(g, inputs, input, p->p, y, f_input);
        for (size_t i = 0; i < p->p; i++)
            f_input[i] = shape_variable(f_input[i].range);
        if (!known || !shape_prove(f, f_inputs, f_input, 1, &out, &all))
            all.traits = 0;
    }
    free(input);
    free(f_input);
    return all.traits & SHAPE_ANALYTIC;
}
