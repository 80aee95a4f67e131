/* Names of methods are read: a rule, the estimator that goes with it, and their parameters. */
#include "algorithm.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

const param algorithm_order_params[ALGORITHM_ORDERS] = {
    [ALGORITHM_ORDER] = {"order", PARAM_INTEGER, .flags = PARAM_OPTIONAL, .low = 1,
                         .high = EXTRAP_ORDERS,
                         .meaning =
                             "order of extrapolation, as extrap.order; default 1, e- methods 2"},
    [ALGORITHM_OPERATOR] = {"operator", PARAM_OBJECT, .flags = PARAM_OPTIONAL, .choices = "extrap",
                            .meaning = "an extrapolation operator instead of order"},
};

/* Returns where the options were put. */
static size_t append(algorithm *r, const param *table, size_t n)
{
    assert(r->n + n <= ALGORITHM_PARAMS);
    memcpy(r->params + r->n, table, n * sizeof *table);
    r->n += n;
    return r->n - n;
}

bool algorithm_find(algorithm *r, const char *name)
{
    *r = (algorithm){.n = 0};
    r->name = method_name_find(name, &r->method);
    if (!r->name)
        return false;
    r->estimator = estimator_find(r->name->estimator);
    assert(r->estimator);
    r->ordered = r->estimator->extrapolates && r->name->order > 0;
    append(r, r->method->params, r->method->nparams);
    r->of_estimator =
        append(r, r->estimator->params, r->method->own_draws ? 0 : r->estimator->nparams);
    r->order = append(r, algorithm_order_params, r->ordered ? ALGORITHM_ORDERS : 0);
    return true;
}

/* Of methods with a state for each outer sample. */
static const char *check_batch(algorithm *r, const estimator *e)
{
    if (e->lanes <= e->problem->n)
        return NULL;
    snprintf(r->why, sizeof r->why,
             "%s takes distinct outer samples: expected a batch of at most %zu, got %zu",
             r->name->name, e->problem->n, e->lanes);
    return r->why;
}

static const char *check_finite(algorithm *r, const problem *p)
{
    if (p->n > 0)
        return NULL;
    snprintf(r->why, sizeof r->why,
             "%s keeps a state for each outer sample, and %s draws them without end", r->name->name,
             p->type->name);
    return r->why;
}

static const char *configure_estimator(const algorithm *r, estimator *e, arg *a)
{
    arg defaults[ALGORITHM_PARAMS];
    if (!r->method->own_draws)
        return r->estimator->configure(e, a + r->of_estimator);
    assert(r->estimator->nparams <= ALGORITHM_PARAMS);
    for (size_t i = 0; i < r->estimator->nparams; i++)
        defaults[i] = (arg){.number = r->estimator->params[i].fallback};
    return r->estimator->configure(e, defaults);
}

const char *algorithm_configure(algorithm *r, estimator *e, arg *a)
{
    const char *wrong = r->method->indexed ? check_finite(r, e->problem) : NULL;
    if (!wrong)
        wrong = configure_estimator(r, e, a);
    if (!wrong)
        wrong = r->method->configure(e, a);
    return !wrong && r->method->indexed ? check_batch(r, e) : wrong;
}
