#include "judge.h"

#include "expect.h"

#include <float.h>
#include <math.h>

static const double far = 6; /* standard errors: by chance in one of 5e8 samples */

/* By how many standard errors the sample is off what is exact; NAN where it is not, or its tail
 * lets no error be trusted. */
static double contradiction(const judge_seen *s)
{
    if (!s->number || s->tail > TAIL_HEAVY)
        return NAN;
    double off = fabs(s->bias - s->exact) - (isnan(s->rounding) ? 0 : s->rounding);
    return off > far * s->se ? off / s->se : (double)NAN;
}

static bool is_rounding(double x, double floor)
{
    return fabs(x) <= floor && floor < INFINITY;
}

static judge_zero zero(const judge_seen *s, const judged *j)
{
    if (j->exact == 0 && j->exact_rounding == 0)
        return ZERO_EXACT;
    bool rounding = !isnan(j->exact)
                        ? is_rounding(j->exact, j->exact_rounding)
                        : is_rounding(s->equal ? j->expected - s->mean : s->bias, s->rounding);
    return rounding ? ZERO_ROUNDING : ZERO_NOT;
}

/* A square below DBL_MIN has lost digits. */
static double mean_square(double bias, double sd)
{
    double mse = bias * bias + sd * sd;
    bool none = bias == 0 && sd == 0;
    return (mse >= DBL_MIN && mse < INFINITY) || none ? mse : (double)NAN;
}

judged judge(const judge_seen *s)
{
    judged j = {.exact = s->exact,
                .exact_rounding = s->exact_rounding,
                .expected = s->expected,
                .contradicted = contradiction(s),
                .mse = mean_square(s->bias, s->sd)};
    if (!isnan(j.contradicted) && s->sum)
        j.expected = s->mean - s->bias + s->exact;
    else if (!isnan(j.contradicted))
        j.exact = j.exact_rounding = NAN;
    j.zero = zero(s, &j);
    return j;
}

bool judge_expectation(const lab_config *c, const lab_point *point, const lab_result *r,
                       double *expected)
{
    expectation exact;
    bool doubtful = tally_check(r->raw) == TALLY_EQUAL || r->tail_k > TAIL_HEAVY;
    if (!doubtful || c->q->out > 1 ||
        expect_mean(point->op, c->q, c->dist, (double)point->m, c->s[0], &exact) != STATUS_OK)
        return false;
    *expected = exact.value;
    return true;
}
