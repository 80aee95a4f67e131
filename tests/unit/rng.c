/* Random streams. */
#include "engine/rng.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

/* Kernels read whole vectors: what stands past the last number meets a zero, and must be finite. */
static void reads_past_the_end_are_finite(void **state)
{
    (void)state;
    static stream s;
    memset(&s, 0xff, sizeof s); /* NaN everywhere */
    stream_init(&s, STREAM_NORMALS, 1, 0, PURPOSE_USER, 0);
    for (size_t i = 0; i < 1000; i++) {
        const double *z = stream_normals(&s, 10);
        for (size_t j = 0; j < 10 + STREAM_SLACK; j++)
            assert_true(isfinite(z[j]));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reads_past_the_end_are_finite),
    };
    return cmocka_run_group_tests_name("rng", tests, NULL, NULL);
}
