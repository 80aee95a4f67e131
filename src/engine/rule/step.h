/* A step of every live replicate by an update rule, inlined in the file of each, and the proximal
 * step that follows. */
#pragma once

#include "engine/cso/method.h"
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

/* Rows of ld numbers; 0, or NAN where the new point is not finite. */
V8_INLINE v8 update_row(update_options o, double *x, double *previous, const double *estimate,
                        double *head, size_t ld, v8 l2, double step, method_step cut,
                        update_kernel *kernel)
{
    const v8 minus_step = v8_set1(-step), size = v8_set1(cut.size), scale = v8_set1(cut.scale);
    double own[UPDATE_HEAD] = {0};
    v8 check = v8_set1(0);
    if (head)
        memcpy(own, head, sizeof own);
    for (size_t c = 0; c < ld; c += ROW) {
        v8 point = v8_load(x + c), direction = v8_fma(l2, point, v8_load(estimate + c));
        v8 v = v8_mul(size, v8_mul(scale, direction));
        v8 u = kernel(o.number, own, head ? head + UPDATE_HEAD + c : NULL, ld, v);
        v8 moved = v8_fma(minus_step, u, point);
        v8_store(previous + c, point);
        v8_store(x + c, moved);
        check = v8_add(check, v8_sub(moved, moved));
    }
    return check;
}

V8_INLINE void update_descend(group *g, update_advance *advance, update_kernel *kernel)
{
    const size_t numbers = rule_numbers(g->rule, g->ld);
    const v8 l2 = v8_set1(g->estimator->problem->l2);
    update_options o;
    v8 check = v8_set1(0);
    memcpy(o.number, g->rule->option, sizeof o.number);
    for (size_t i = 0; i < g->live; i++) {
        size_t r = g->live_replicate[i], at = r * g->ld;
        double *head = numbers ? g->rule_state + r * numbers : NULL;
        if (advance)
            advance(o.number, head);
        check = v8_add(check, update_row(o, g->x + at, g->previous + at, g->estimate + at, head,
                                         g->ld, l2, g->step, method_step_of(g, r, 1), kernel));
    }
    if (__builtin_expect(v8_sum(check) != 0, 0))
        method_mark_failed(g);
    if (g->rule->prox)
        rule_constrain(g);
}
