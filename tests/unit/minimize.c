/* Minimization of known functions. */
#include "engine/number/minimize.h"
#include "make.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

enum { MOST = 64 };

/* sum_j scale_j (x_j - j)^2 / 2 + offset */
typedef struct bowl {
    size_t d;
    double scale[MOST], offset;
    int calls;
} bowl;

static double bowl_value(const void *context, const double *x, double *gradient)
{
    bowl *b = (bowl *)context;
    double sum = b->offset;
    b->calls++;
    for (size_t j = 0; j < b->d; j++) {
        double off = x[j] - (double)j;
        gradient[j] = b->scale[j] * off;
        sum += 0.5 * b->scale[j] * off * off;
    }
    return sum;
}

static double run(smooth_function f, const void *context, size_t d, double *x)
{
    double *work = calloc(minimize_work(d), sizeof *work);
    double least = minimize(f, context, d, x, work);
    free(work);
    return least;
}

/* The gradient ends below 1e-15 of the first one, or where rounding of the value (1e-16 of it)
 * hides its descent, which is 1e-8 of a standard distance away. */
static void quadratics(void **state)
{
    (void)state;
    for (size_t d = 1; d <= MOST; d += d < 8 ? 1 : 28) {
        bowl b = {.d = d};
        double x[MOST];
        for (size_t j = 0; j < d; j++) {
            b.scale[j] = 1 + (double)(j % 5);
            x[j] = -3 + (double)(j % 7);
        }
        assert_near(run(bowl_value, &b, d, x), 0, 1e-15);
        for (size_t j = 0; j < d; j++)
            assert_near(x[j], (double)j, 1e-8);
    }
}

static void an_offset_hides_no_minimum(void **state)
{
    (void)state;
    bowl b = {.d = 3, .scale = {1, 2, 3}, .offset = 1000};
    double x[3] = {5, 5, 5};
    assert_near(run(bowl_value, &b, 3, x), 1000, 1e-12);
    for (size_t j = 0; j < 3; j++)
        assert_near(x[j], (double)j, 1e-7); /* sqrt(1000 * 1e-16) = 3e-7 of value, less of x */
}

/* A minimization that ends where the offset hides descent is refined to the rounding of x. */
static void refined_beyond_an_offset(void **state)
{
    (void)state;
    bowl b = {.d = 3, .scale = {1, 2, 3}, .offset = 1000};
    double x[3] = {5.3, 5.1, 5.7}, *work = calloc(minimize_work(3), sizeof *work);
    minimize_history h;
    minimize_forget(&h, 3, work);
    double value = minimize_on(&h, bowl_value, &b, x, 1e-3);
    assert_true(value - 1000 > 1e-9);
    assert_true(minimize_refine(&h, bowl_value, &b, x, value) == 1000);
    assert_true(h.norm <= 1e-15);
    for (size_t j = 0; j < 3; j++)
        assert_near(x[j], (double)j, 1e-15);
    free(work);
}

/* Curvatures from 1 to 10^4, 10^8, 10^12: the last gradient, 1e-15 of the first or hidden by the
 * rounding of the value, leaves coordinates of curvature 1 at most 1e-8 away. */
static void badly_scaled(void **state)
{
    (void)state;
    for (int power = 4; power <= 12; power += 4) {
        bowl b = {.d = 20};
        double x[MOST] = {0};
        for (size_t j = 0; j < b.d; j++)
            b.scale[j] = pow(10, power * (double)j / 19);
        assert_near(run(bowl_value, &b, b.d, x), 0, 1e-13);
        for (size_t j = 0; j < b.d; j++)
            assert_near(x[j], (double)j, 1e-7);
    }
}

static void already_at_the_minimum(void **state)
{
    (void)state;
    bowl b = {.d = 4, .scale = {1, 1, 1, 1}, .offset = 2};
    double x[4] = {0, 1, 2, 3};
    assert_true(run(bowl_value, &b, 4, x) == 2);
    assert_int_equal(b.calls, 1);
    for (size_t j = 0; j < 4; j++)
        assert_true(x[j] == (double)j);
}

/* sum over pairs of 100 (y - x^2)^2 + (1 - x)^2: a curved valley to (1, 1, ..) */
static double rosenbrock(const void *context, const double *x, double *gradient)
{
    size_t d = *(const size_t *)context;
    double sum = 0;
    for (size_t j = 0; j < d; j += 2) {
        double valley = x[j + 1] - x[j] * x[j], along = 1 - x[j];
        sum += 100 * valley * valley + along * along;
        gradient[j] = -400 * valley * x[j] - 2 * along;
        gradient[j + 1] = 200 * valley;
    }
    return sum;
}

static void curved_valleys(void **state)
{
    (void)state;
    for (size_t d = 2; d <= 10; d += 4) {
        double x[10];
        for (size_t j = 0; j < d; j++)
            x[j] = j % 2 ? 1 : -1.2;
        assert_near(run(rosenbrock, &d, d, x), 0, 1e-14);
        for (size_t j = 0; j < d; j++)
            assert_near(x[j], 1, 1e-6);
    }
}

/* sum x_j without a lower bound, exp(-x) without a minimizer at finite x, NAN everywhere. */
static double falling(const void *context, const double *x, double *gradient)
{
    (void)context;
    gradient[0] = -1;
    return -x[0];
}

static double undefined(const void *context, const double *x, double *gradient)
{
    (void)context;
    (void)x;
    gradient[0] = NAN;
    return NAN;
}

static void functions_without_a_minimum(void **state)
{
    (void)state;
    double x[1] = {0};
    assert_true(isnan(run(falling, NULL, 1, x)));
    x[0] = 0;
    assert_true(isnan(run(undefined, NULL, 1, x)));
}

/* |x - 1|^2 that is NAN beyond 3: a step too long comes back. */
static double walled(const void *context, const double *x, double *gradient)
{
    (void)context;
    gradient[0] = 200 * (x[0] - 1);
    return x[0] > 1.5 ? NAN : 100 * (x[0] - 1) * (x[0] - 1);
}

static void steps_come_back_from_where_the_function_is_undefined(void **state)
{
    (void)state;
    double x[1] = {-30};
    assert_near(run(walled, NULL, 1, x), 0, 1e-14);
    assert_near(x[0], 1, 1e-8);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(quadratics),
        cmocka_unit_test(an_offset_hides_no_minimum),
        cmocka_unit_test(refined_beyond_an_offset),
        cmocka_unit_test(badly_scaled),
        cmocka_unit_test(already_at_the_minimum),
        cmocka_unit_test(curved_valleys),
        cmocka_unit_test(functions_without_a_minimum),
        cmocka_unit_test(steps_come_back_from_where_the_function_is_undefined),
    };
    return cmocka_run_group_tests_name("minimize", tests, NULL, NULL);
}
