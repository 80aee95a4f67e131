/* 1e5 points, of every kind, in 1 to 1000 series, in order and scattered: an SVG stays under 2 MB;
 * 1e4 points show what the full picture shows. */
#include "../unit/make_crowd.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>

#include <cmocka.h>

static void stays_small(void **state)
{
    (void)state;
    for (size_t k = 0; k < CROWD_KINDS; k++)
        for (size_t count = 1; count <= 1000; count *= 10)
            for (int scattered = 0; scattered < 2; scattered++) {
                size_t size = crowd_size(&crowd_kinds[k], 100000, count, scattered);
                if (size >= 2000000)
                    fail_msg("%s in %zu series, %s: %zu bytes", crowd_kinds[k].name, count,
                             scattered ? "scattered" : "in order", size);
            }
}

/* All but a row of hollow markers, of which any may lie on top, and smooth lines nearer to each
 * other than pixels, which blend. */
static void shows_the_same(void **state)
{
    (void)state;
    for (size_t k = 0; k < CROWD_KINDS; k++)
        for (size_t count = 10; count <= (crowd_kinds[k].smooth ? 100u : 1000u); count *= 10)
            for (int scattered = 0; scattered < 2; scattered++) {
                crowd_sample s = crowd_make(&crowd_kinds[k], 10000, count, scattered);
                double differ = crowd_differ(&s, 64);
                if (!(differ <= 0.02))
                    fail_msg("%s in %zu series, %s: %.2f %% of the pixels differ",
                             crowd_kinds[k].name, count, scattered ? "scattered" : "in order",
                             100 * differ);
                crowd_free(&s);
            }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(stays_small),
        cmocka_unit_test(shows_the_same),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
