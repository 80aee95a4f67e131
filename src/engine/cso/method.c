/* What methods share: names, and the step x - size (estimate + l2 x), clipped or normalised. */
#include "method.h"

#include "engine/number/tally.h"

#include <string.h>

const method_name *method_name_at(size_t i, const method_type **method)
{
    for (size_t k = 0; k < method_count(); k++) {
        *method = method_type_at(k);
        for (const method_name *n = (*method)->names; n->name; n++)
            if (i-- == 0)
                return n;
    }
    return NULL;
}

const method_name *method_name_find(const char *name, const method_type **method)
{
    const method_name *n;
    for (size_t i = 0; (n = method_name_at(i, method)); i++)
        if (strcmp(n->name, name) == 0)
            return n;
    return NULL;
}

void method_mark_failed(group *g)
{
    for (size_t i = 0; i < g->live; i++) {
        size_t r = g->live_replicate[i];
        if (all_finite(group_row(g, g->x, r), g->ld))
            continue;
        memcpy(group_row(g, g->x, r), group_row(g, g->previous, r), g->ld * sizeof(double));
        g->failed[r] = g->failing = true;
    }
}

/* v <- estimate + l2 x of replicate r, clipped or normalised as its step would be. */
static void direction(const group *g, size_t r, double *v)
{
    const double *x = group_row(g, g->x, r), *estimate = group_row(g, g->estimate, r);
    method_step step = method_step_of(g, r, 1);
    for (size_t j = 0; j < g->ld; j++)
        v[j] = step.size * (step.scale * (estimate[j] + g->estimator->problem->l2 * x[j]));
}

void method_update(group *g)
{
    for (size_t i = 0; i < g->live && g->failure == STATUS_OK; i++) {
        size_t r = g->live_replicate[i];
        double *x = group_row(g, g->x, r), *old = group_row(g, g->previous, r);
        direction(g, r, g->direction);
        memcpy(old, x, g->ld * sizeof *x);
        g->failure = g->update->call(g->update->context, g->first + r, g->t, old, g->direction, x);
    }
    method_mark_failed(g);
}
