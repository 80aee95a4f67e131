#include "mlmc.h"

#include "engine/number/scalar.h"

#include <math.h>

enum { MOST_EXPECTED = 60 }; /* the last level that is reckoned with */

static const double small = 1.01; /* shortages of terms below this are none */
static const double nearly = 1.5; /* a step that is at most so many times the goal is the goal */

mlmc_look mlmc_look_at(const mlmc_drawn *d, size_t last, const rates_given *given)
{
    mlmc_look now = {.last = last};
    while (now.last > 0 && d->level[now.last].n == 0)
        now.last--;
    now.seen = rates_fit(d->level, now.last);
    now.used = rates_used(&now.seen, given, d->cost, now.last);
    now.status = now.seen.has_alpha ? "measured" : "assumed";
    rates_variances(d->level, last, now.used.beta, now.var);
    for (size_t l = 0; l <= now.last; l++) {
        now.value += d->level[l].mean;
        now.variance += now.var[l] / d->level[l].n;
        if (!now.odd)
            now.odd = terms_odd(&d->level[l]);
    }
    now.se = sqrt(now.variance);
    now.bias = now.odd || now.last == 0 ? NAN : rates_left(d->level, now.last, now.used.alpha);
    return now;
}

double mlmc_consistency(const mlmc_drawn *d, size_t l)
{
    const terms_summary *a = &d->level[l], *before = &d->level[l - 1];
    double off = fabs(a->mean - a->plain + before->plain);
    double error =
        sqrt(a->var / a->n) + sqrt(a->plain_var / a->n) + sqrt(before->plain_var / before->n);
    return off == 0 ? 0 : off / (3 * error);
}

double mlmc_need(const mlmc_drawn *d, const mlmc_look *now, double spent, double error, bool tested)
{
    double var[MOST_EXPECTED + 1], cost[MOST_EXPECTED + 1], n[MOST_EXPECTED + 1];
    double left = tested ? now->bias : 0;
    size_t last = now->last;
    for (size_t l = 0; l <= last; l++) {
        var[l] = now->var[l];
        cost[l] = d->cost[l];
    }
    for (; left > error && last < MOST_EXPECTED; last++) {
        left /= scalar_pow(2, now->used.alpha);
        var[last + 1] = var[last] / scalar_pow(2, now->used.beta);
        cost[last + 1] = cost[last] * scalar_pow(2, now->used.gamma);
    }
    double all = rates_counts(var, cost, last, error * error, n);
    return left <= error ? fmax(all, spent) : (double)NAN;
}

mlmc_way mlmc_begin(size_t first, size_t most, double start, rates_given given)
{
    return (mlmc_way){.last = first,
                      .most = most,
                      .first = first,
                      .start = start,
                      .given = given,
                      .goal = NAN,
                      .step = NAN,
                      .missing = NAN};
}

mlmc_order mlmc_missing(const mlmc_drawn *d, const double *want, size_t last)
{
    for (size_t l = 0; l <= last; l++) {
        double n = fmax(want[l], 1) - d->level[l].n;
        if (n > 0)
            return (mlmc_order){.level = l, .n = n};
    }
    return (mlmc_order){0};
}

static mlmc_order missing_at_first(const mlmc_way *w, const mlmc_drawn *d)
{
    double want[RATES_MOST + 1];
    for (size_t l = 0; l <= w->first; l++)
        want[l] = w->start;
    return mlmc_missing(d, want, w->first);
}

/* The terms that every level shall have for a sampling error of `wanted`; false where none lacks
 * any. A level without terms always does. */
static bool plan(mlmc_way *w, const mlmc_drawn *d, const mlmc_look *now, double wanted)
{
    double safe[RATES_MOST + 1];
    bool complete = true;
    rates_cushion(now->var, d->level, w->last, safe);
    rates_counts(safe, d->cost, w->last, wanted * wanted, w->todo);
    w->missing = 0;
    for (size_t l = 0; l <= w->last; l++) {
        double own = d->level[l].n;
        if (w->todo[l] <= small * own)
            w->todo[l] = own;
        complete = complete && own > 0 && w->todo[l] <= own;
        w->missing += (w->todo[l] - own) * d->cost[l];
    }
    return !complete;
}

/* Half of the error now, or the goal where that is near. */
static double step_of(const mlmc_way *w, const mlmc_drawn *d)
{
    double step = fmax(w->goal, mlmc_look_at(d, w->last, &w->given).se / 2);
    return step < nearly * w->goal ? w->goal : step;
}

/* What is missing to the step; n 0 and no reason: nothing. */
static mlmc_order reach(mlmc_way *w, const mlmc_drawn *d, bool tested)
{
    for (;;) {
        mlmc_order order = w->has_todo ? mlmc_missing(d, w->todo, w->last) : (mlmc_order){0};
        if (order.n > 0)
            return order;
        mlmc_look now = mlmc_look_at(d, w->last, &w->given);
        w->has_todo = !now.odd && plan(w, d, &now, w->step);
        if (now.odd)
            return (mlmc_order){.why = now.odd};
        if (w->has_todo)
            continue;
        if (!tested || now.bias <= w->step)
            return (mlmc_order){0};
        if (w->last >= w->most)
            return (mlmc_order){.why = "levels"};
        w->last++;
    }
}

mlmc_order mlmc_next(mlmc_way *w, const mlmc_drawn *d, double error, bool tested)
{
    if (w->goal != error) {
        w->goal = error;
        w->step = NAN;
        w->has_todo = false;
    }
    mlmc_order order = missing_at_first(w, d);
    while (order.n == 0 && !order.why) {
        if (isnan(w->step))
            w->step = step_of(w, d);
        bool is_last = w->step == error;
        order = reach(w, d, tested);
        if (order.n == 0 && !order.why) {
            w->step = NAN;
            if (is_last)
                break;
        }
    }
    return order;
}
