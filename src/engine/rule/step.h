/* A step of every live replicate by an update rule, inlined in the file of each, and the proximal
 * step that follows. */
#pragma once

#include "engine/cso/method.h"
#include "engine/number/v8_function.h"
#include "engine/rule/rule.h"

/* A replicate's state when the step begins: what is the same for all numbers of a row. */
typedef void update_advance(const double *option, double *own);

/* Eight numbers of u from those of v; `row` has those of the state, ld numbers from each row to
 * the next, and gets the new ones. */
typedef v8 update_kernel(const double *option, const double *own, double *row, size_t ld, v8 v);

/* The options, where no store to a row can change them. */
typedef struct update_options {
    double number[UPDATE_OPTIONS];
} update_options;

/* What is the same for all rows of a step. */
typedef struct update_step {
    update_options options;
    v8 l2, minus_step;
    size_t ld;
} update_step;

/* Rows of ld numbers; 0, or NAN where the new point is not finite. */
V8_INLINE v8 update_row(const update_step *s, double *x, double *previous, const double *estimate,
                        double *head, bool is_cut, method_step cut, update_kernel *kernel)
{
    const v8 size = v8_set1(cut.size), scale = v8_set1(cut.scale);
    v8 check = v8_set1(0);
    for (size_t c = 0; c < s->ld; c += ROW) {
        v8 point = v8_load(x + c), v = v8_fma(s->l2, point, v8_load(estimate + c));
        if (is_cut)
            v = v8_mul(size, v8_mul(scale, v));
        v8 u = kernel(s->options.number, head, head ? head + UPDATE_HEAD + c : NULL, s->ld, v);
        v8 moved = v8_fma(s->minus_step, u, point);
        v8_store(previous + c, point);
        v8_store(x + c, moved);
        check = v8_add(check, v8_sub(moved, moved));
    }
    return check;
}

/* The same of all live replicates. */
V8_INLINE v8 update_rows(group *g, const update_step *s, bool is_cut, update_advance *advance,
                         update_kernel *kernel)
{
    const size_t numbers = rule_numbers(g->rule, s->ld);
    v8 check = v8_set1(0);
    for (size_t i = 0; i < g->live; i++) {
        size_t r = g->live_replicate[i], at = r * s->ld;
        double *head = numbers ? g->rule_state + r * numbers : NULL;
        method_step cut = is_cut ? method_step_of(g, r, 1) : (method_step){1, 1};
        if (advance)
            advance(s->options.number, head);
        check = v8_add(check, update_row(s, g->x + at, g->previous + at, g->estimate + at, head,
                                         is_cut, cut, kernel));
    }
    return check;
}

V8_INLINE bool update_descend(group *g, update_advance *advance, update_kernel *kernel)
{
    update_step s = {
        .l2 = v8_set1(g->estimator->problem->l2), .minus_step = v8_set1(-g->step), .ld = g->ld};
    v8 check;
    memcpy(s.options.number, g->rule->option, sizeof s.options.number);
    if (g->clip == 0 && !g->normalised)
        check = update_rows(g, &s, false, advance, kernel);
    else
        check = update_rows(g, &s, true, advance, kernel);
    const bool finite = v8_all(v8_equal(check, v8_set1(0)));
    if (__builtin_expect(!finite, 0))
        method_mark_failed(g);
    if (g->rule->prox)
        rule_constrain(g);
    return finite;
}
