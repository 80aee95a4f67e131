/* The bias of an operator: exact and sampled. */
#include "engine/law/expect.h"
#include "engine/law/lab.h"
#include "engine/machine/parallel.h"
#include "library/function.h"
#include "library/option.h"
#include "library/sampling.h"

#include <math.h>
#include <stdlib.h>

static const dist *inside(const debias_dist *d)
{
    return (const dist *)d;
}

static int read(library_function *f, const debias_function *q, const debias_dist *d,
                debias_error *error)
{
    if (inside(d)->dim != 1)
        return library_fail(error, "expected a law of numbers, got one of dim %zu", inside(d)->dim);
    if (library_function_read(f, q, 1, error) < 0)
        return -1;
    return f->q.out == 1 ? 0 : library_fail(error, "expected a q of one number, got %zu", f->q.out);
}

/* What an exact expectation is of. */
typedef status expecting(const extrap *op, const func *q, const dist *d, double m, double s,
                         expectation *out);

static int find(expecting *expected, const debias_operator *op, const debias_function *q,
                const debias_dist *d, double m, double s, expectation *out, debias_error *error)
{
    library_function f;
    if (read(&f, q, d, error) < 0)
        return -1;
    if (!(m >= 1) || m != floor(m))
        return library_fail(error, "expected whole blocks of m >= 1 draws");
    status outcome = expected((const extrap *)op, &f.q, inside(d), m, s, out);
    if (outcome == STATUS_NO_EXACT)
        return library_fail(error, "%s", out->why);
    return outcome < 0 ? library_function_fail(&f, outcome, error) : 0;
}

int debias_bias(const debias_operator *op, const debias_function *q, const debias_dist *d, double m,
                double s, double *bias, debias_error *error)
{
    expectation x;
    if (find(expect_operator, op, q, d, m, s, &x, error) < 0)
        return -1;
    *bias = x.bias;
    return 0;
}

int debias_expect(const debias_operator *op, const debias_function *q, const debias_dist *d,
                  double m, double s, double *value, double *rounding, debias_error *error)
{
    expectation x;
    if (find(expect_mean, op, q, d, m, s, &x, error) < 0)
        return -1;
    *value = x.value;
    if (rounding)
        *rounding = x.rounding;
    return 0;
}

static int sample(const lab_config *c, const library_function *f, debias_estimates *out,
                  debias_error *error)
{
    lab_result r;
    double *work = malloc(lab_work(c) * sizeof *work);
    status outcome = work ? lab_run(c, work, &r) : STATUS_NO_MEMORY;
    if (outcome < 0) {
        free(work);
        return library_function_fail(f, outcome, error);
    }
    double target = r.has_target ? r.target[0] : 0;
    bool known = tally_check(r.raw) == TALLY_FINE;
    *out = (debias_estimates){
        .mean = tally_mean(r.reduced) + target,
        .se = known ? moments_se(&r.reduced->finite) : (double)NAN,
        .sd = tally_sd(r.raw),
        .bias = r.has_target ? tally_mean(r.reduced) : (double)NAN,
    };
    free(work);
    return 0;
}

int debias_estimate(const debias_operator *op, const debias_function *q, const debias_dist *d,
                    size_t m, double s, uint64_t reps, uint64_t seed, debias_estimates *out,
                    debias_error *error)
{
    library_function f;
    if (read(&f, q, d, error) < 0)
        return -1;
    if (m < 1 || m > 1000000000 || !library_can_draw(reps))
        return library_fail(error, "expected m from 1 to 1e9 and from 2 to 1e15 estimates");
    lab_point point = {.op = (const extrap *)op, .m = m};
    lab_config c = {
        .point = &point,
        .points = 1,
        .q = &f.q,
        .dist = inside(d),
        .s = &s,
        .reps = reps,
        .seed = seed,
        .threads = library_function_is_serial(&f) ? 1 : parallel_processors(),
        .interrupt = &library_never,
    };
    return sample(&c, &f, out, error);
}
