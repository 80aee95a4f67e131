/* The bias lab: points taken together are what they are one by one, sums are those of the estimates
 * added one after the other. */
#include "engine/law/lab.h"
#include "engine/number/num.h"
#include "make.h"

#include <math.h>
#include <setjmp.h>
#include <stdatomic.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

static const atomic_int never = 0;

enum { MOST = 3 * LAB_CHUNK };

/* What q gave, one after the other. */
static struct {
    size_t n;
    double value[MOST];
} given;

/* Values of many sizes, and some that are not finite; the context is a number: their size. */
static double wild(double s, double size)
{
    double odd = fmod(fabs(s) * 4096, 97);
    if (odd < 1)
        return odd < 0.25 ? NAN : INFINITY;
    return size * s * (odd > 96 ? 1e3 : 1);
}

static status eval_recorded(const func *q, size_t n, const double *s, double *y, size_t gap)
{
    (void)gap;
    for (size_t i = 0; i < n; i++)
        y[i] = given.value[given.n++] = wild(s[i], *(const double *)q->context);
    return STATUS_OK;
}

static status eval_tame(const func *q, size_t n, const double *s, double *y, size_t gap)
{
    (void)gap;
    for (size_t i = 0; i < n; i++)
        y[i] = given.value[given.n++] = *(const double *)q->context * s[i];
    return STATUS_OK;
}

/* (v1 v2, exp(v1)) */
static status eval_pair(const func *q, size_t n, const double *s, double *y, size_t gap)
{
    (void)q;
    for (size_t i = 0; i < n; i++) {
        y[i] = s[i] * s[gap + i];
        y[gap + i] = num_exp(s[i]);
    }
    return STATUS_OK;
}

/* Results of a run and the memory that they lie in. */
typedef struct made {
    lab_result *result;
    double *work;
} made;

static made run(const lab_config *c)
{
    made r = {calloc(c->points, sizeof *r.result), calloc(lab_work(c), sizeof *r.work)};
    assert_int_equal(lab_run(c, r.work, r.result), STATUS_OK);
    return r;
}

static void drop(made r)
{
    free(r.result);
    free(r.work);
}

static void assert_same_tally(const tally *got, const tally *want)
{
    assert_memory_equal(got, want, sizeof *got);
}

/* Every chunk's tally, merged in order. */
static tally tally_of_given(uint64_t reps)
{
    tally all = {0};
    for (uint64_t first = 0; first < reps; first += LAB_CHUNK) {
        tally chunk = {0};
        for (uint64_t i = first; i < reps && i < first + LAB_CHUNK; i++)
            tally_add(&chunk, 0 + given.value[i]); /* a sum, which is never -0 */
        tally_merge(&all, &chunk);
    }
    return all;
}

/* The plain mean of one draw, of a law without a mean: estimates are what q gives. */
static void tallies_are_those_of_the_estimates(void **state)
{
    (void)state;
    static const double sizes[] = {1, 0, 1e-300, 1e200, 1e30};
    static const uint64_t reps[] = {2, 127, 128, 129, LAB_CHUNK, LAB_CHUNK + 300, MOST - 128};
    dist *d = make_plain("uniform", -1, 2);
    extrap *op = make_paper(1, false);
    const double zero = 0;
    d->mean = NULL;
    for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++)
        for (size_t i = 0; i < 2 * sizeof reps / sizeof *reps; i++) {
            double size = sizes[k];
            func q = {.kind = FUNC_GENERAL, .in = 1, .out = 1, .context = &size};
            q.eval = i % 2 ? eval_recorded : eval_tame;
            lab_point point = {.op = op, .m = 1};
            lab_config c = {.point = &point,
                            .points = 1,
                            .q = &q,
                            .dist = d,
                            .s = &zero,
                            .reps = reps[i / 2],
                            .seed = i,
                            .threads = 1,
                            .interrupt = &never};
            given.n = 0;
            made r = run(&c);
            tally want = tally_of_given(c.reps);
            assert_same_tally(r.result->raw, &want);
            assert_true((double)r.result->odd.n == want.nan + want.above + want.below);
            drop(r);
        }
    free(d);
    free(op);
}

static void assert_same_result(const lab_result *got, const lab_result *want, size_t out)
{
    assert_int_equal(got->controlled, want->controlled);
    for (size_t k = 0; k < out; k++) {
        assert_same_tally(&got->raw[k], &want->raw[k]);
        assert_same_tally(&got->reduced[k], &want->reduced[k]);
        assert_memory_equal(&got->rounding[k], &want->rounding[k], sizeof(double));
    }
    assert_memory_equal(&got->tail_k, &want->tail_k, sizeof(double));
    assert_int_equal(got->odd.n, want->odd.n);
}

/* Points with draws of different numbers, block sizes and operators. */
static void together_as_one_by_one(const dist *d, const func *q, const double *s)
{
    extrap *ops[] = {make_paper(1, false), make_paper(3, false), make_order(3),
                     make_paper(2, true)};
    static const size_t sizes[] = {1, 2, 7, 8, 24};
    enum { POINTS = 20 };
    lab_point point[POINTS];
    for (size_t p = 0; p < POINTS; p++)
        point[p] = (lab_point){.op = ops[p % 4], .m = sizes[p / 4]};
    for (size_t control = 0; control < 2; control++)
        for (size_t threads = 1; threads < 4; threads++) {
            lab_config c = {.point = point,
                            .points = POINTS,
                            .q = q,
                            .dist = d,
                            .s = s,
                            .reps = LAB_CHUNK + 500,
                            .seed = 7,
                            .control = control,
                            .threads = threads,
                            .interrupt = &never};
            made all = run(&c);
            c.points = c.threads = 1;
            for (size_t p = 0; p < POINTS; p++) {
                c.point = &point[p];
                made one = run(&c);
                assert_same_result(&all.result[p], one.result, q->out);
                drop(one);
            }
            drop(all);
        }
    for (size_t i = 0; i < 4; i++)
        free(ops[i]);
}

static void points_together(void **state)
{
    (void)state;
    static const double quartic[] = {0, 1, 0, 0, 1}, shift[9] = {0.5, 0}, mean[9] = {1, 0},
                        sd[9] = {1, 2, 3, 4, 5, 6, 7, 8, 9};
    dist *ramp = make_plain("ramp", 0, 2);
    const arg a[] = {vector(mean, 2), vector(sd, 2), {.given = false}};
    dist *plane = make_dist("normal", a);
    func poly = func_poly(quartic, 4),
         pair = {.kind = FUNC_COMPILED, .in = 2, .out = 2, .eval = eval_pair};
    together_as_one_by_one(ramp, &poly, shift);
    together_as_one_by_one(plane, &pair, shift);
    const arg b[] = {vector(mean, 9), vector(sd, 9), {.given = false}};
    dist *space = make_dist("normal", b);
    pair.in = 9; /* too many control variates for paper 3 */
    together_as_one_by_one(space, &pair, shift);
    free(space);
    free(ramp);
    free(plane);
}

/* However many points there are, work space is bounded by their number taken together. */
static void memory_is_bounded(void **state)
{
    (void)state;
    static const double one[] = {0, 1}, zero = 0;
    extrap *op = make_paper(3, false);
    dist *d = make_plain("ramp", 0, 2);
    func q = func_poly(one, 1);
    lab_point point[1000];
    for (size_t p = 0; p < 1000; p++)
        point[p] = (lab_point){.op = op, .m = p + 1};
    lab_config c = {.point = point,
                    .points = 18,
                    .q = &q,
                    .dist = d,
                    .s = &zero,
                    .reps = 10000,
                    .control = true,
                    .threads = 1,
                    .interrupt = &never};
    assert_int_equal(lab_points_together(&c), 18);
    c.points = 1000;
    c.points = lab_points_together(&c);
    assert_true(c.points > 18 && c.points < 1000);
    assert_true(lab_work(&c) * sizeof(double) < 5e6);
    free(op);
    free(d);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tallies_are_those_of_the_estimates),
        cmocka_unit_test(points_together),
        cmocka_unit_test(memory_is_bounded),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
