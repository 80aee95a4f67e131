/* The verdict of correct where q jumps. */
#include "verdict.h"

static double step(double s, const law *of)
{
    return s > of->mean;
}
static double step_beside(double s, const law *of)
{
    return s > of->mean + 0.3 * of->sd;
}

static const question questions[] = {
    {"stepped", "s > mu", step, false},
    {"stepped", "s > mu + 0.3 sd", step_beside, false},
};
static const size_t sizes[] = {10, 30, 100, 1000};

static cells of_order(size_t order, size_t most)
{
    return (cells){questions, COUNT(questions), chosen_laws, COUNT(chosen_laws), sizes, most,
                   order};
}

static void false_verdicts_of_order_2_are_rare(void **state)
{
    cells c = of_order(2, 4);
    (void)state;
    check_cells(&c);
}

static void false_verdicts_of_order_3_are_rare(void **state)
{
    cells c = of_order(3, 3);
    (void)state;
    check_cells(&c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(false_verdicts_of_order_2_are_rare),
        cmocka_unit_test(false_verdicts_of_order_3_are_rare),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
