/* The verdict of correct where q is smooth: the whole program, for an operator of ORDER. */
#pragma once

#include "verdict.h"

static double square(double s, const law *of)
{
    (void)of;
    return s * s;
}
static double exponential(double s, const law *of)
{
    (void)of;
    return exp(s);
}
static double logarithm(double s, const law *of)
{
    (void)of;
    return log(fmax(s + 0.2, 1e-3));
}
static double root(double s, const law *of)
{
    (void)of;
    return sqrt(fmax(s, 0));
}
static double cubic(double s, const law *of)
{
    (void)of;
    return 1 - (1 - s) * (1 - s) * (1 - s);
}
static double parabola(double s, const law *of)
{
    return (s - of->mean) * (s - of->mean);
}
static double line(double s, const law *of)
{
    (void)of;
    return 3 * s - 1;
}

static const question questions[] = {
    {"smooth", "s^2", square, false},
    {"smooth", "exp s", exponential, true},
    {"smooth", "log(s + 0.2)", logarithm, false},
    {"smooth", "sqrt s", root, false},
    {"smooth", "1 - (1 - s)^3", cubic, false},
    {"smooth", "(s - mu)^2", parabola, false},
    {"smooth", "3 s - 1", line, false},
};
static const size_t sizes[] = {10, 30, 100, 1000};

/* Order 3 is tried on fewer rows. */
static void false_verdicts_are_rare(void **state)
{
    const cells c = {questions, COUNT(questions),           chosen_laws, COUNT(chosen_laws),
                     sizes,     COUNT(sizes) - (ORDER > 2), ORDER};
    (void)state;
    check_cells(&c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(false_verdicts_are_rare)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
