/* The verdict of correct where q is smooth, on cells that no margin was chosen by. */
#include "verdict.h"

static double root(double s, const law *of)
{
    (void)of;
    return sqrt(fmax(s, 0));
}
static double exponential(double s, const law *of)
{
    (void)of;
    return exp(s);
}
static double log_one(double s, const law *of)
{
    (void)of;
    return log1p(fmax(s, -0.99));
}
static double square(double s, const law *of)
{
    (void)of;
    return s * s;
}
static double cube(double s, const law *of)
{
    (void)of;
    return s * s * s;
}
static double bell(double s, const law *of)
{
    (void)of;
    return 1 / (1 + s * s);
}
static double wave(double s, const law *of)
{
    (void)of;
    return sin(2 * s);
}
static double entropy(double s, const law *of)
{
    (void)of;
    return s > 0 ? -s * log(s) : 0;
}

static const question questions[] = {
    {"smooth", "sqrt s", root, false},        {"smooth", "exp s", exponential, true},
    {"smooth", "log(1 + s)", log_one, false}, {"smooth", "s^2", square, false},
    {"smooth", "s^3", cube, false},           {"smooth", "1/(1 + s^2)", bell, false},
    {"smooth", "sin(2 s)", wave, false},      {"smooth", "-s log s", entropy, false},
};
static const size_t sizes[] = {10, 20, 50, 200};

static void false_verdicts_are_rare(void **state)
{
    const cells c = {questions, COUNT(questions), fresh_laws, COUNT(fresh_laws),
                     sizes,     COUNT(sizes),     2};
    (void)state;
    check_cells(&c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(false_verdicts_are_rare)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
