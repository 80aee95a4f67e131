/* When a run records. */
#include "engine/run/trace.h"
#include "make.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* A trace in memory of its own; free(*block). */
static trace make_trace(size_t records, size_t replicates, void **block)
{
    trace t;
    arena memory = {0};
    trace_layout(&t, 0, records, replicates, 0, &memory);
    *block = calloc(1, memory.used + ARENA_ALIGN);
    memory = (arena){.block = arena_align(*block)};
    trace_layout(&t, 0, records, replicates, 0, &memory);
    return t;
}

static void check_schedule(size_t records, uint64_t unit, uint64_t last)
{
    void *block;
    trace t = make_trace(records, 1, &block);
    trace_schedule(&t, records, unit, last);
    uint64_t steps = last / unit;
    assert_true(t.records >= 2 && t.records <= records + 1);
    assert_true(t.target[0] == 0);
    assert_true(t.target[t.records - 1] == steps * unit);
    for (size_t k = 1; k < t.records; k++) {
        assert_true(t.target[k] > t.target[k - 1]);
        assert_true(t.target[k] % unit == 0);
    }
    if (records >= 2)
        assert_true(t.target[1] == unit);
    if (records >= 10 * steps) /* room for all multiples, close together at the start or not */
        assert_true(t.records == steps + 1);
    free(block);
}

static void schedules_rise_to_the_largest_multiple(void **state)
{
    (void)state;
    static const uint64_t units[] = {1, 2, 3, 7, 60, 1000003},
                          steps[] = {1, 2, 3, 10, 99, 1000, 123456789, 1ull << 40};
    static const size_t records[] = {1, 2, 3, 10, 200, 5000};
    for (size_t u = 0; u < sizeof units / sizeof *units; u++)
        for (size_t s = 0; s < sizeof steps / sizeof *steps; s++)
            for (size_t r = 0; r < sizeof records / sizeof *records; r++)
                for (uint64_t rest = 0; rest < units[u]; rest += units[u] / 2 + 1)
                    check_schedule(records[r], units[u], steps[s] * units[u] + rest);
}

static void records_are_log_spaced(void **state)
{
    (void)state;
    void *block;
    trace t = make_trace(5, 1, &block);
    static const uint64_t want[] = {0, 2, 20, 200, 2000, 20000};
    trace_schedule(&t, 5, 2, 20001);
    assert_int_equal(t.records, 6);
    assert_memory_equal(t.target, want, sizeof want);
    free(block);
}

static void one_record_is_the_end(void **state)
{
    (void)state;
    void *block;
    trace t = make_trace(1, 1, &block);
    trace_schedule(&t, 1, 3, 1000);
    assert_int_equal(t.records, 2);
    assert_true(t.target[1] == 999);
    free(block);
}

/* Rows that not all replicates have made do not count. */
static void rows_and_means(void **state)
{
    (void)state;
    void *block;
    double half;
    trace t = make_trace(3, 3, &block);
    assert_int_equal(trace_rows(&t), 0);
    memcpy(t.made, (const size_t[]){4, 2, 3}, 3 * sizeof *t.made);
    assert_int_equal(trace_rows(&t), 2);
    memcpy(t.column[TRACE_GAP], (const double[]){0, 0, 0, 1, 2, 6}, 6 * sizeof(double));
    assert_near(trace_mean(&t, TRACE_GAP, 1, &half), 3, 1e-15);
    assert_relative(half, 4.30265272974946179 * sqrt(7.0 / 3), 1e-12);
    assert_near(trace_mean(&t, TRACE_GAP, 0, &half), 0, 0);
    assert_near(half, 0, 0);
    free(block);
}

static void columns_have_names(void **state)
{
    (void)state;
    assert_string_equal(trace_column_name(NULL, TRACE_STEP), "step");
    assert_string_equal(trace_column_name(NULL, TRACE_SAMPLES), "samples");
    assert_string_equal(trace_column_name(NULL, TRACE_DISTANCE), "distance");
}

/* Three replicates, of which one fails after record 0 and another after record 1. */
static void means_are_of_those_that_live(void **state)
{
    (void)state;
    void *block;
    double half;
    trace t = make_trace(3, 3, &block);
    trace_schedule(&t, 3, 1, 9);
    static const double steps[3][3] = {{0, 0, 0}, {1, 0, 1}, {3, 0, 2}};
    for (size_t k = 0; k < 3; k++)
        for (size_t r = 0; r < 3; r++) {
            t.column[TRACE_STEP][k * 3 + r] = steps[k][r];
            t.column[TRACE_GAP][k * 3 + r] = (double)(1 + 3 * r * r);
        }
    t.lost[1] = t.lost[2] = true;
    assert_true(t.target[1] == 1 && t.target[2] == 3);
    assert_true(trace_mean(&t, TRACE_GAP, 0, &half) == 6 && half > 0);
    assert_true(trace_mean(&t, TRACE_GAP, 1, &half) == 7 && half > 0);
    assert_true(trace_mean(&t, TRACE_GAP, 2, &half) == 1 && isnan(half));
    t.lost[0] = true;
    t.column[TRACE_STEP][6] = 1;
    assert_true(isnan(trace_mean(&t, TRACE_GAP, 2, &half)) && isnan(half));
    assert_true(trace_mean(&t, TRACE_STEP, 2, &half) == 1); /* of all */
    free(block);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(schedules_rise_to_the_largest_multiple),
        cmocka_unit_test(records_are_log_spaced),
        cmocka_unit_test(one_record_is_the_end),
        cmocka_unit_test(rows_and_means),
        cmocka_unit_test(columns_have_names),
        cmocka_unit_test(means_are_of_those_that_live),
    };
    return cmocka_run_group_tests_name("trace", tests, NULL, NULL);
}
