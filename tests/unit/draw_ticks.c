/* Marks of axes: their places, their labels, and what fits when the axis is short. */
#include "draw/scale/ticks.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "make_range.h"

static const figure_axis linear = {.label = "", .scale = SCALE_LINEAR, .min = NAN, .max = NAN};
static const figure_axis logarithmic = {.label = "", .scale = SCALE_LOG, .min = NAN, .max = NAN};
static const figure_axis binary = {.label = "", .scale = SCALE_LOG2, .min = NAN, .max = NAN};

/* The labels of the major marks, with spaces between and the factor last. */
static void labels(scale s, unsigned level, char out[1024])
{
    ticks t = {.n = 0};
    assert_true(ticks_make(&s, level, &t));
    out[0] = 0;
    for (size_t i = 0; i < t.n; i++)
        if (t.tick[i].major)
            sprintf(out + strlen(out), "%s%s", out[0] ? " " : "", t.tick[i].label);
    sprintf(out + strlen(out), "%s%s", *t.factor ? " " : "", t.factor);
}

static void expect(scale s, unsigned level, const char *want)
{
    char got[1024];
    labels(s, level, got);
    assert_string_equal(got, want);
}

static void labels_linear(void **state)
{
    (void)state;
    expect((scale){.kind = SCALE_LINEAR, .from = 0, .to = 1}, 3, "0 0.2 0.4 0.6 0.8 1.0");
    expect((scale){.kind = SCALE_LINEAR, .from = -3, .to = 3.1}, 2, "\u22122 0 2");
    expect((scale){.kind = SCALE_LINEAR, .from = 0, .to = 2.08e6}, 3,
           "0 0.5 1.0 1.5 2.0 \u00d710^{6}");
    expect((scale){.kind = SCALE_LINEAR, .from = 0, .to = 3e-5}, 4, "0 1 2 3 \u00d710^{\u22125}");
    expect((scale){.kind = SCALE_LINEAR, .from = 1000000, .to = 1000004}, 4,
           "1.000000 1.000001 1.000002 1.000003 1.000004 \u00d710^{6}");
    expect((scale){.kind = SCALE_LINEAR, .from = -1e308, .to = 1e308}, 4,
           "\u22121.0 \u22120.5 0 0.5 1.0 \u00d710^{308}");
}

static void labels_powers(void **state)
{
    (void)state;
    expect((scale){.kind = SCALE_LOG, .from = -5.2, .to = -0.9}, 0,
           "10^{\u22125} 10^{\u22124} 10^{\u22123} 10^{\u22122} 10^{\u22121}");
    expect((scale){.kind = SCALE_LOG, .from = -5.2, .to = -0.9}, 1, "10^{\u22124} 10^{\u22122}");
    expect((scale){.kind = SCALE_LOG, .from = -2.1, .to = 1.1}, 0, "0.01 0.1 1 10");
    expect((scale){.kind = SCALE_LOG, .from = -0.1, .to = 1.05}, 0, "1 2 5 10");
    expect((scale){.kind = SCALE_LOG, .from = log10(0.28), .to = log10(0.82)}, 0, "0.3 0.5 0.7");
    expect((scale){.kind = SCALE_LOG, .from = log10(0.022), .to = log10(0.16)}, 0,
           "0.03 0.05 0.07 0.1 0.15");
    expect((scale){.kind = SCALE_LOG, .from = log10(0.3), .to = log10(0.82)}, 4, "0.4 0.6 0.8");
    expect((scale){.kind = SCALE_LOG2, .from = -0.2, .to = 5.2}, 0, "1 2 4 8 16 32");
    expect((scale){.kind = SCALE_LOG2, .from = -0.2, .to = 16}, 2,
           "2^{0} 2^{3} 2^{6} 2^{9} 2^{12} 2^{15}");
    expect((scale){.kind = SCALE_LOG2, .from = 0, .to = 0.9}, 3, "1.0 1.2 1.4 1.6 1.8");
}

static void labels_whole(void **state)
{
    (void)state;
    expect((scale){.kind = SCALE_LOG2, .from = -0.04, .to = 1.04}, 0, "1 2");
    expect((scale){.kind = SCALE_LOG2, .from = -1, .to = 1, .whole = true}, 0, "1 2");
    expect((scale){.kind = SCALE_LOG2, .from = 1, .to = 1.6, .whole = true}, 0, "2 3");
    expect((scale){.kind = SCALE_LINEAR, .from = 0, .to = 1.04, .whole = true}, 0, "0 1");
    expect((scale){.kind = SCALE_LINEAR, .from = 0, .to = 3.1, .whole = true}, 0, "0 1 2 3");
    expect((scale){.kind = SCALE_LINEAR, .from = 0.9, .to = 1.1, .whole = true}, 0, "1");
    expect((scale){.kind = SCALE_LOG, .from = -1, .to = 1, .whole = true}, 0, "1 2 5 10");
    ticks t = {.n = 0};
    assert_true(ticks_make(&(scale){.from = 0, .to = 3, .whole = true}, 0, &t));
    assert_int_equal(t.n, 4 + 4); /* those between lie on them */
}

static void labels_names(void **state)
{
    (void)state;
    char lengthy[2 * TICK_LABEL];
    for (size_t i = 0; i + 2 < sizeof lengthy; i += 2)
        memcpy(lengthy + i, "\u00e9", 3);
    const char *const names[] = {"low", "high", lengthy};
    figure_axis axis = {.label = "", .min = NAN, .max = NAN, .n = 3, .names = names};
    scale s = scale_make(&axis, RANGE_EMPTY);
    assert_true(s.from < 0.5 + 1e-9 && s.to > 3.5 - 1e-9);
    ticks t;
    ticks_names(&s, &axis, &t);
    assert_int_equal(t.n, 3);
    assert_string_equal(t.tick[1].label, "high");
    assert_true(t.tick[1].at == scale_at(&s, 2));
    assert_int_equal(strlen(t.tick[2].label), TICK_LABEL - 2); /* whole characters */
    axis.max = 1.5;
    s = scale_make(&axis, RANGE_EMPTY);
    ticks_names(&s, &axis, &t);
    assert_int_equal(t.n, 1);
}

static void marks_between(void **state)
{
    (void)state;
    ticks t = {.n = 0};
    size_t minor = 0;
    assert_true(ticks_make(&(scale){.kind = SCALE_LOG, .from = 0, .to = 4}, 0, &t));
    for (size_t i = 0; i < t.n; i++) {
        minor += !t.tick[i].major;
        assert_true(t.tick[i].major == (fmod(4 * t.tick[i].at + 1e-9, 1) < 1e-6));
    }
    assert_int_equal(minor, 4 * 8); /* 2 .. 9 in each of four powers */
}

/* A label's number: "−2×10^{−3}" and the like. */
static double value_of(const char *label, const char *factor)
{
    char plain[128] = "", *to = plain;
    for (const char *at = label; *at; to++)
        if (strncmp(at, "\u2212", 3) == 0) {
            *to = '-';
            at += 3;
        } else {
            *to = *at++;
        }
    char *end;
    double value = strtod(plain, &end);
    if (strncmp(end, "\u00d7", 2) == 0)
        value *= value_of(end + 2, "");
    else if (*end == '^')
        value = pow(value, strtod(end + 2, NULL));
    return *factor ? value * value_of(factor + 2, "") : value;
}

static void tells_the_values(void **state)
{
    (void)state;
    uint64_t seed = 1;
    for (int i = 0; i < 3000; i++) {
        const figure_axis *axis = i % 3 == 0 ? &linear : i % 3 == 1 ? &logarithmic : &binary;
        double a = pow(10, 12 * uniform(&seed) - 6), b = a * pow(10, 5 * uniform(&seed));
        if (axis == &linear && uniform(&seed) < 0.5)
            a = -a;
        scale s = scale_make(axis, (scale_range){a, b});
        ticks t = {.n = 0};
        for (unsigned level = 0; ticks_make(&s, level, &t); level++) {
            for (size_t k = 0; k < t.n; k++) {
                assert_true(t.tick[k].at >= 0 && t.tick[k].at <= 1);
                if (!t.tick[k].major)
                    continue;
                double told = value_of(t.tick[k].label, t.factor);
                assert_true(fabs(told - t.tick[k].value) <= 1e-9 * fabs(told));
                assert_true(fabs(scale_at(&s, told) - t.tick[k].at) < 1e-6);
            }
        }
        assert_true(t.n > 0);
    }
}

static void check_marks(const scale *s, const ticks *t)
{
    for (size_t k = 0; k < t->n; k++) {
        const tick *a = &t->tick[k];
        assert_true(a->at >= 0 && a->at <= 1);
        for (size_t i = 0; i < k && a->major; i++)
            assert_true(!t->tick[i].major ||
                        (strcmp(t->tick[i].label, a->label) != 0 && t->tick[i].at < a->at));
        long double from = s->from, place = ((long double)a->value - from) / (s->to - from);
        assert_true(s->kind != SCALE_LINEAR || fabsl(a->at - place) < 1e-9);
        double told = a->major ? value_of(a->label, t->factor) : NAN;
        if (isnormal(told)) /* pow makes no denormal number exactly */
            assert_true(fabs(told / a->value - 1) < 1e-14);
    }
    assert_true(s->from < s->to);
}

/* For the range as data and as limits: every choice ends, and its labels differ. */
static void ends_everywhere(void **state)
{
    (void)state;
    uint64_t seed = 5;
    for (int i = 0; i < 8000; i++) {
        const figure_axis *axis = i % 3 == 0 ? &linear : i % 3 == 1 ? &logarithmic : &binary;
        scale_range r = anywhere(axis->scale, &seed);
        figure_axis given = {.label = "",
                             .scale = axis->scale,
                             .min = uniform(&seed) < 0.7 ? r.lo : NAN,
                             .max = uniform(&seed) < 0.7 ? r.hi : NAN,
                             .whole = uniform(&seed) < 0.3};
        scale made[] = {scale_make(axis, r), scale_make(&given, r),
                        scale_make(&given, RANGE_EMPTY)};
        for (size_t k = 0; k < 3; k++) {
            ticks t = {.n = 0};
            unsigned level = 0;
            while (ticks_make(&made[k], level, &t)) {
                check_marks(&made[k], &t);
                level++;
            }
            assert_true(level > 0 && level < 32);
        }
    }
}

static void makes_scales(void **state)
{
    (void)state;
    scale s = scale_make(&linear, (scale_range){0.1, 10});
    assert_true(s.from == 0 && s.to > 10 && s.to < 11); /* positive data: not below zero */
    s = scale_make(&linear, (scale_range){5, 5});
    assert_true(s.from == 2.5 && s.to == 7.5);
    s = scale_make(&logarithmic, RANGE_EMPTY);
    assert_true(s.from == 0 && s.to == 1);
    s = scale_make(&(figure_axis){.label = "", .scale = SCALE_LOG, .min = 1e-3, .max = NAN},
                   (scale_range){1e-8, 1e-5});
    assert_true(s.from == -3 && s.to > s.from); /* a limit beyond the data */
    s = scale_make(&linear, (scale_range){-1.7e308, 1.7e308});
    assert_true(s.from < s.to && isfinite(s.from) && isfinite(s.to));
    assert_true(fabs(scale_at(&s, 0) - 0.5) < 1e-12);
    assert_true(isnan(scale_at(&(scale){.kind = SCALE_LOG, .from = 0, .to = 1}, -2)));
    assert_true(isnan(scale_at(&(scale){.kind = SCALE_LINEAR, .from = 0, .to = 1}, INFINITY)));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(labels_linear), cmocka_unit_test(labels_powers),
        cmocka_unit_test(labels_whole),  cmocka_unit_test(labels_names),
        cmocka_unit_test(marks_between), cmocka_unit_test(tells_the_values),
        cmocka_unit_test(makes_scales),  cmocka_unit_test(ends_everywhere),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
