/* Figures of many points leave out what no pixel shows: against the picture of all of it. */
#include "make_crowd.h"

#include <setjmp.h>
#include <stdatomic.h>
#include <stdarg.h>
#include <stdint.h>

#include <cmocka.h>

/* Tones of 255 that a pixel may differ by, for edges are covered in part; the part of all pixels
 * that may differ by more. */
static const int tones = 64;
static const double most = 0.01;

static bool quick(void)
{
    return getenv("QUICK") != NULL;
}

static void check_picture(const crowd_kind *kind, size_t n, size_t count, bool scattered)
{
    crowd_sample s = crowd_make(kind, n, count, scattered);
    double differ = crowd_differ(&s, tones);
    if (!(differ <= most))
        fail_msg("%s, %zu points in %zu series, %s: %.2f %% of the pixels differ", kind->name, n,
                 count, scattered ? "scattered" : "in order", 100 * differ);
    crowd_free(&s);
}

/* Few and many series in turns; tests/long has all. */
static void shows_the_same(void **state)
{
    (void)state;
    for (size_t k = 0; k < CROWD_KINDS; k++)
        check_picture(&crowd_kinds[k], 3000, k % 2 ? 10 : 30, k / 2 % 2);
}

/* One series of 3000: a row of hollow markers is the one kind that may look otherwise. */
static void shows_one_series(void **state)
{
    (void)state;
    for (size_t k = 0; k < CROWD_KINDS && !quick(); k++)
        if (strcmp(crowd_kinds[k].name, "hollow markers") != 0)
            check_picture(&crowd_kinds[k], 3000, 1, k % 2);
}

/* Thin lines are few of the pixels: nearly none of them may differ. */
static void keeps_smooth_lines(void **state)
{
    (void)state;
    for (size_t k = 0; k < CROWD_KINDS; k++)
        for (size_t n = 3000; n <= 12000 && crowd_kinds[k].smooth; n *= 4)
            for (size_t count = quick() || n > 3000 ? 10 : 1; count <= 10; count *= 10) {
                crowd_sample s = crowd_make(&crowd_kinds[k], n, count, false);
                double differ = crowd_differ(&s, tones);
                if (!(differ <= 2e-4))
                    fail_msg("%s, %zu points in %zu series: %.3f %% of the pixels differ",
                             crowd_kinds[k].name, n, count, 100 * differ);
                crowd_free(&s);
            }
}

static void draws_few_in_full(void **state)
{
    (void)state;
    for (size_t k = 0; k < CROWD_KINDS; k++) {
        crowd_sample s = crowd_make(&crowd_kinds[k], 2000, 1, k % 2);
        bytes full = crowd_draw(&s, FORMAT_SVG, true), few = crowd_draw(&s, FORMAT_SVG, false);
        assert_int_equal(full.n, few.n);
        assert_memory_equal(full.data, few.data, full.n);
        bytes_free(&full);
        bytes_free(&few);
        crowd_free(&s);
    }
}

/* The largest files; tests/long has all. */
static void stays_small(void **state)
{
    static const struct {
        const char *kind;
        size_t count;
    } cases[] = {{"band", 100}, {"bars with markers", 100}, {"hollow markers", 1}};
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases && !quick(); i++)
        for (size_t k = 0; k < CROWD_KINDS; k++)
            if (strcmp(crowd_kinds[k].name, cases[i].kind) == 0)
                assert_true(crowd_size(&crowd_kinds[k], 100000, cases[i].count, i % 2 == 0) < 2e6);
}

/* An interrupt ends the drawing of any kind. */
static void heeds_interrupts(void **state)
{
    static const atomic_int interrupted = 1;
    (void)state;
    for (size_t k = 0; k < CROWD_KINDS; k++) {
        crowd_sample s = crowd_make(&crowd_kinds[k], 3000, 3, true);
        const figure_page page = {.theme = THEME_PAPER};
        bytes out = {0};
        s.figure.interrupt = &interrupted;
        assert_int_equal(out_cairo(&s.figure, &page, FORMAT_RGB, NULL, &out), DRAW_INTERRUPTED);
        bytes_free(&out);
        crowd_free(&s);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(shows_the_same),     cmocka_unit_test(shows_one_series),
        cmocka_unit_test(keeps_smooth_lines), cmocka_unit_test(draws_few_in_full),
        cmocka_unit_test(stays_small),        cmocka_unit_test(heeds_interrupts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
