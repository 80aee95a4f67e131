/* The verdict of correct where q has a kink: the whole program, for an operator of ORDER. */
#pragma once

#include "verdict.h"

static double kink(double s, const law *of)
{
    return fabs(s - of->mean);
}
static double kink_beside(double s, const law *of)
{
    return fabs(s - of->mean - 0.3 * of->sd);
}
static double relu(double s, const law *of)
{
    return fmax(s - of->mean, 0);
}
static double relu_beside(double s, const law *of)
{
    return fmax(s - of->mean - 0.3 * of->sd, 0);
}

static const question questions[] = {
    {"kinked", "|s - mu|", kink, false},
    {"kinked", "|s - mu - 0.3 sd|", kink_beside, false},
    {"kinked", "relu(s - mu)", relu, false},
    {"kinked", "relu(s - mu - 0.3 sd)", relu_beside, false},
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
