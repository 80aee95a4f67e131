/* Rates, variances and counts of levels against closed forms, and the way to an error in a world
 * whose levels are known. */
#include "engine/value/mlmc.h"
#include "make.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

static const rates_given open = {NAN, NAN, NAN, false}, nested = {NAN, NAN, NAN, true};

/* n terms of levels 0 .. RATES_MOST with means 2^(-alpha l), variances 2^(-beta l), costs 2^(gamma
 * l). */
static mlmc_drawn world(double n, double alpha, double beta, double gamma)
{
    mlmc_drawn d;
    for (int l = 0; l <= RATES_MOST; l++) {
        d.level[l] = (terms_summary){.n = n,
                                     .mean = l % 2 ? -exp2(-alpha * l) : exp2(-alpha * l),
                                     .var = exp2(-beta * l),
                                     .kurtosis = 3,
                                     .plain_var = 1};
        d.cost[l] = exp2(gamma * l);
    }
    return d;
}

static rates used_of(const mlmc_drawn *d, size_t last, const rates_given *given)
{
    rates_seen seen = rates_fit(d->level, last);
    return rates_used(&seen, given, d->cost, last);
}

static void rates_of_powers(void **state)
{
    (void)state;
    for (size_t last = 2; last <= RATES_MOST; last++) {
        mlmc_drawn d = world(1e12, 0.75, 1.5, 1.25);
        rates_seen seen = rates_fit(d.level, last);
        assert_near(seen.alpha, 0.75, 1e-12);
        assert_near(seen.beta, 1.5, 1e-12);
        rates r = used_of(&d, last, &open);
        assert_near(r.alpha, 0.75, 1e-12);
        assert_near(r.beta, 1.5, 1e-12);
        assert_near(r.gamma, 1.25, 1e-12);
    }
}

static void rates_that_are_not_believed(void **state)
{
    (void)state;
    mlmc_drawn slow = world(1e12, 0.25, 0.25, 1), fast = world(1e12, 3, 6, 1);
    assert_true(used_of(&slow, 4, &open).alpha == 0.5 && used_of(&slow, 4, &open).beta == 0.5);
    assert_true(used_of(&fast, 4, &open).alpha == 2 && used_of(&fast, 4, &nested).alpha == 1);
    assert_near(used_of(&fast, 4, &open).beta, 6, 1e-12);
    rates r =
        used_of(&slow, 4, &(rates_given){.alpha = 3, .beta = 0.125, .gamma = 2.5, .nested = true});
    assert_true(r.alpha == 3 && r.beta == 0.125 && r.gamma == 2.5);
}

/* Means and variances that do not stand out of their noise show no rate. */
static void rates_that_are_not_seen(void **state)
{
    (void)state;
    mlmc_drawn d = world(2, 1, 2, 1);
    for (size_t last = 0; last <= 4; last++) {
        rates_seen seen = rates_fit(d.level, last);
        rates r = rates_used(&seen, &open, d.cost, last);
        assert_true(!seen.has_alpha && !seen.has_beta && isnan(seen.alpha) && isnan(seen.beta));
        assert_true(r.alpha == 1 && r.beta == 1 && r.gamma == 1);
        assert_string_equal(mlmc_look_at(&d, last, &open).status, "assumed");
    }
}

static void counts_cost_least(void **state)
{
    (void)state;
    const double var[] = {4, 1, 0}, cost[] = {1, 4, 16};
    double n[3];
    assert_true(rates_counts(var, cost, 1, 1, n) == 16 && n[0] == 8 && n[1] == 2);
    assert_true(rates_counts(var, cost, 2, 0.5, n) == 32 && n[0] == 16 && n[1] == 4 && n[2] == 0);
    const double vast = ldexp(1, 1000), dear = ldexp(1, 332); /* their product overflows */
    const double vars[] = {vast, vast}, costs[] = {dear, dear};
    assert_true(rates_counts(vars, costs, 1, vast, n) == 4 * dear);
}

/* The largest of what the last three levels say; a level is at least half of what the one before
 * lets expect. */
static void bias_that_is_left(void **state)
{
    (void)state;
    mlmc_drawn d = world(1000, 1, 2, 1);
    for (size_t last = 1; last <= RATES_MOST; last++)
        assert_near(rates_left(d.level, last, 1) / exp2(-(double)last), 1, 1e-14);
    d.level[3].mean = -2;
    assert_near(rates_left(d.level, 3, 1), 2, 0);
    assert_near(rates_left(d.level, 5, 1), 0.5, 0);
    d.level[5].mean = 0;
    d.level[3].mean = 0.125;
    d.level[4].mean = 0.0625;
    assert_near(rates_left(d.level, 5, 2), 0.0625 / 4 / 3, 1e-17);
    d.level[2].n = d.level[1].n = 0;
    assert_true(rates_left(d.level, 2, 1) == 0);
}

static void variances_of_few_terms(void **state)
{
    (void)state;
    mlmc_drawn d = world(9, 1, 1, 1);
    double var[RATES_MOST + 1], safe[RATES_MOST + 1];
    d.level[0].var = 16;
    d.level[1].var = 8;
    d.level[2].var = 5;
    d.level[3].n = 0;
    rates_variances(d.level, 3, 1, var);
    assert_true(var[0] == 16 && var[1] == 8);
    assert_near(var[2], (9 * 5 + 3 * 4) / 12.0, 1e-15);
    assert_near(var[3], var[2] / 2, 1e-15);
    d.level[2].var = 0;
    d.level[2].kurtosis = NAN;
    rates_variances(d.level, 2, 1, var);
    assert_near(var[2], 2, 0);
    d.level[1].kurtosis = 91; /* the expected one counts as so many terms */
    d.level[2].var = 5;
    rates_variances(d.level, 2, 1, var);
    assert_near(var[2], (9 * 5 + 91 * 4) / 100.0, 1e-15);
    rates_cushion(var, d.level, 2, safe);
    assert_near(safe[0], 16 * (1 + sqrt(2.0 / 9)), 1e-14);
    assert_near(safe[2], var[2] * (1 + sqrt(90 / 9.0)), 1e-14);
}

static void levels_that_add_up(void **state)
{
    (void)state;
    mlmc_drawn d = world(4, 1, 2, 1);
    d.level[1] = (terms_summary){.n = 4, .mean = 1, .var = 16, .plain = 5, .plain_var = 4};
    d.level[0] = (terms_summary){.n = 100, .plain = 4, .plain_var = 100};
    assert_true(mlmc_consistency(&d, 1) == 0);
    d.level[0].plain = 16;
    assert_near(mlmc_consistency(&d, 1), 12 / (3.0 * (2 + 1 + 1)), 1e-15);
}

/* Terms, all at once, and the last level until there is no bias left that is too large. */
static void need_of_an_error(void **state)
{
    (void)state;
    mlmc_drawn d = world(1e12, 1, 2, 1);
    mlmc_look now = mlmc_look_at(&d, 4, &open);
    double error = 1.0 / 128, sum = 0, want = 0; /* the bias of level 7 */
    for (int l = 0; l <= 7; l++)
        sum += exp2(-l / 2.0);
    for (int l = 0; l <= 7; l++)
        want += ceil(exp2(-1.5 * l) * sum * exp2(14)) * exp2(l);
    assert_relative(mlmc_need(&d, &now, 5, error * (1 + 1e-9), true), want, 1e-3);
    assert_true(mlmc_need(&d, &now, 1e30, error, true) == 1e30);
    assert_true(mlmc_need(&d, &now, 5, error, false) < want);
    assert_true(isnan(mlmc_need(&d, &now, 5, 1e-30, true)));
}

/* Follows orders, in whole or in parts of at most `part`, until the end, in a world that has `own`.
 */
static mlmc_order follow(mlmc_way *w, const mlmc_drawn *own, mlmc_drawn *d, double error,
                         bool tested, double part)
{
    for (int i = 0; i < 100000; i++) {
        mlmc_order order = mlmc_next(w, d, error, tested);
        if (order.n == 0)
            return order;
        assert_true(order.level <= w->last && !order.why);
        double n = d->level[order.level].n + fmin(order.n, part);
        d->level[order.level] = own->level[order.level];
        d->level[order.level].n = n;
    }
    fail_msg("no end");
    return (mlmc_order){0};
}

/* Nothing drawn yet. */
static mlmc_drawn empty(const mlmc_drawn *own)
{
    mlmc_drawn d = *own;
    memset(d.level, 0, sizeof d.level);
    return d;
}

static void way_to_an_error(void **state)
{
    (void)state;
    for (int k = 2; k <= 10; k++) {
        mlmc_drawn own = world(0, 1, 2, 1), d = empty(&own);
        mlmc_way w = mlmc_begin(2, RATES_MOST, 100, nested);
        double error = 1.5 * exp2(-k);
        mlmc_order end = follow(&w, &own, &d, error, true, INFINITY);
        mlmc_look now = mlmc_look_at(&d, w.last, &nested);
        assert_null(end.why);
        assert_true(w.last == (size_t)k); /* 2^-k is the bias there */
        assert_true(now.bias <= error && now.bias > error / 4 && now.se <= error);
        assert_string_equal(now.status, "measured");
        double spent = 0;
        for (size_t l = 0; l <= w.last; l++)
            spent += d.level[l].n * d.cost[l];
        double least = fmax(700, mlmc_need(&d, &now, 0, error, true));
        assert_true(spent >= least / 1.02 && spent <= 1.5 * least + 100 * exp2(k));
    }
}

/* Orders that are followed in parts, and ways that are left and gone on with, lead to the same
 * terms. */
static void ways_in_parts(void **state)
{
    (void)state;
    for (double part = 1; part < 2000; part *= 3) {
        mlmc_drawn own = world(0, 1, 1.5, 1), whole = empty(&own), parts = empty(&own);
        mlmc_way w = mlmc_begin(1, RATES_MOST, 100, open), v = w;
        for (double error = 0.5; error > 0.1; error /= 2) {
            follow(&w, &own, &whole, error, true, INFINITY);
            mlmc_order end = follow(&v, &own, &parts, error, true, part);
            assert_null(end.why);
            assert_memory_equal(&whole, &parts, sizeof whole);
            assert_int_equal(w.last, v.last);
        }
    }
}

static void ways_begin_with_their_first_levels(void **state)
{
    (void)state;
    mlmc_drawn own = world(0, 1, 2, 1), d = empty(&own);
    mlmc_way w = mlmc_begin(3, RATES_MOST, 100, open);
    for (size_t l = 0; l <= 3; l++) {
        mlmc_order order = mlmc_next(&w, &d, 0.01, true);
        assert_true(order.level == l && order.n == 100);
        d.level[l] = own.level[l];
        d.level[l].n = l == 1 ? 70 : 100; /* a part of it */
        if (l == 1) {
            order = mlmc_next(&w, &d, 0.01, true);
            assert_true(order.level == 1 && order.n == 30);
            d.level[1].n = 100;
        }
    }
    assert_true(mlmc_next(&w, &d, 0.01, true).n > 0 && w.has_todo && w.missing > 0);
    assert_true(w.step > 0.01); /* not at once */
}

static void ways_that_end_before(void **state)
{
    (void)state;
    mlmc_drawn own = world(0, 1, 2, 1), d = empty(&own);
    mlmc_way w = mlmc_begin(2, 4, 100, open);
    assert_string_equal(follow(&w, &own, &d, 1e-2, true, INFINITY).why, "levels");
    assert_int_equal(w.last, 4);
    assert_null(follow(&w, &own, &d, 1e-2, false, INFINITY).why); /* any bias will do */
    assert_int_equal(w.last, 4);
    w.most = RATES_MOST; /* more levels may come now */
    assert_null(follow(&w, &own, &d, 1e-2, true, INFINITY).why);
    assert_int_equal(w.last, 7);

    own.level[1].not_finite = 1;
    d = empty(&own);
    w = mlmc_begin(2, 4, 100, open);
    assert_string_equal(follow(&w, &own, &d, 1e-2, true, INFINITY).why, "not finite");
    assert_true(isnan(mlmc_look_at(&d, 2, &open).bias));
    own.level[1].not_finite = 0;
    own.level[2].var = INFINITY;
    d = empty(&own);
    w = mlmc_begin(2, 4, 100, open);
    assert_string_equal(follow(&w, &own, &d, 1e-2, true, INFINITY).why, "too large");
}

/* With an error of 0 it goes on as long as there is one. */
static void ways_without_an_error(void **state)
{
    (void)state;
    mlmc_drawn own = world(0, 1, 2, 1), d = empty(&own);
    for (int l = 0; l <= RATES_MOST; l++)
        own.level[l] = (terms_summary){.mean = l == 0, .kurtosis = NAN};
    mlmc_way w = mlmc_begin(2, RATES_MOST, 100, nested);
    assert_null(follow(&w, &own, &d, 0, true, INFINITY).why);
    mlmc_look now = mlmc_look_at(&d, w.last, &nested);
    assert_true(w.last == 2 && now.value == 1 && now.se == 0 && now.bias == 0);
}

static void one_level_says_nothing_of_bias(void **state)
{
    (void)state;
    mlmc_drawn d = world(100, 1, 2, 1);
    assert_true(isnan(mlmc_look_at(&d, 0, &open).bias));
    d.level[2].n = 0; /* a level that a budget left without terms */
    mlmc_look now = mlmc_look_at(&d, 2, &open);
    assert_true(now.last == 1 && now.value == 0.5 && now.bias > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rates_of_powers),
        cmocka_unit_test(rates_that_are_not_believed),
        cmocka_unit_test(rates_that_are_not_seen),
        cmocka_unit_test(counts_cost_least),
        cmocka_unit_test(bias_that_is_left),
        cmocka_unit_test(variances_of_few_terms),
        cmocka_unit_test(levels_that_add_up),
        cmocka_unit_test(need_of_an_error),
        cmocka_unit_test(way_to_an_error),
        cmocka_unit_test(ways_in_parts),
        cmocka_unit_test(ways_begin_with_their_first_levels),
        cmocka_unit_test(ways_that_end_before),
        cmocka_unit_test(ways_without_an_error),
        cmocka_unit_test(one_level_says_nothing_of_bias),
    };
    return cmocka_run_group_tests_name("rates", tests, NULL, NULL);
}
