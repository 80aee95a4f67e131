/* The verdict of correct where q has a kink or jumps, on cells that no margin was chosen by. */
#include "verdict.h"

static double kink(double s, const law *of)
{
    return fabs(s - of->mean);
}
static double kink_near(double s, const law *of)
{
    return fabs(s - of->mean - of->sd / 8);
}
static double kink_far(double s, const law *of)
{
    return fabs(s - of->mean + of->sd);
}
static double relu(double s, const law *of)
{
    return fmax(s - of->mean + of->sd / 4, 0);
}
static double largest(double s, const law *of)
{
    return pow(fmax(s, of->mean), 2);
}
static double bent(double s, const law *of)
{
    return pow(fmax(s - of->mean, 0), 2);
}
static double stairs(double s, const law *of)
{
    (void)of;
    return floor(4 * s) / 4;
}
static double step(double s, const law *of)
{
    return s > of->mean - of->sd / 10;
}

static const question questions[] = {
    {"kinked", "|s - mu|", kink, false},          {"kinked", "|s - mu - sd/8|", kink_near, false},
    {"kinked", "|s - mu + sd|", kink_far, false}, {"kinked", "relu(s - mu + sd/4)", relu, false},
    {"kinked", "max(s, mu)^2", largest, false},   {"kinked", "relu(s - mu)^2", bent, false},
    {"stepped", "floor(4 s)/4", stairs, false},   {"stepped", "s > mu - sd/10", step, false},
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
