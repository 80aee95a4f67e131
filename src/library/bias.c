/* Laws, functions of a number, and the bias of an operator: exact and sampled. A debias_dist is the
 * engine's dist under the library's name. */
#include "engine/law/expect.h"
#include "engine/law/lab.h"
#include "engine/machine/parallel.h"
#include "library/option.h"

#include <math.h>
#include <stdlib.h>

enum { MOST_OPTIONS = 16 };
enum { POLYNOMIAL, EXPONENTIAL, CALL }; /* debias_function.kind */

static const dist *inside(const debias_dist *d)
{
    return (const dist *)d;
}

/* Whether it needs nothing but numbers: no function of the caller's, no other law. */
static bool is_of_numbers(const dist_type *type)
{
    for (size_t i = 0; i < type->nparams; i++)
        if (type->params[i].kind == PARAM_OBJECT)
            return false;
    return !type->calls_back;
}

/* The i-th such type; NULL past the last. */
static const dist_type *offered(size_t i)
{
    for (size_t k = 0; k < dist_count(); k++)
        if (is_of_numbers(dist_type_at(k)) && i-- == 0)
            return dist_type_at(k);
    return NULL;
}

const char *debias_dist_name(size_t i)
{
    const dist_type *type = offered(i);
    return type ? type->name : NULL;
}

/* The type, or NULL with a message. */
static const dist_type *find(const char *name, debias_error *error)
{
    const dist_type *type = dist_find(name);
    if (type && is_of_numbers(type))
        return type;
    library_fail_name(error, "distribution", name, debias_dist_name);
    return NULL;
}

debias_dist *debias_dist_new(const char *name, const debias_option *options, debias_error *error)
{
    arg a[LIBRARY_PARAMS];
    const dist_type *type = find(name, error);
    if (!type || library_options(options, type->params, type->nparams, a, error) < 0)
        return NULL;
    const char *expected = type->check ? type->check(a) : NULL;
    dist *d = expected ? NULL : calloc(1, dist_size(type, a));
    if (!d) {
        library_fail(error, expected ? "expected %s" : "%s",
                     expected ? expected : status_text(STATUS_NO_MEMORY));
        return NULL;
    }
    dist_init(d, type, a);
    return (debias_dist *)d;
}

void debias_dist_free(debias_dist *d)
{
    free(d);
}

size_t debias_dist_dim(const debias_dist *d)
{
    return inside(d)->dim;
}

double debias_dist_moment(const debias_dist *d, int k)
{
    return k < 0 ? (double)NAN : dist_moment(inside(d), k);
}

debias_function debias_polynomial(const double *coefficients, size_t n)
{
    return (debias_function){.kind = POLYNOMIAL, .coefficients = coefficients, .n = n};
}

debias_function debias_exponential(void)
{
    return (debias_function){.kind = EXPONENTIAL};
}

debias_function debias_call(double (*call)(double s, void *context), void *context)
{
    return (debias_function){.kind = CALL, .call = call, .context = context};
}

static status eval_call(const func *q, size_t n, const double *s, double *y, size_t gap)
{
    const debias_function *f = q->context;
    (void)gap; /* of components: there is one */
    for (size_t i = 0; i < n; i++)
        y[i] = f->call(s[i], f->context);
    return STATUS_OK;
}

/* q as the engine takes it; *q stays in use. */
static func function(const debias_function *q)
{
    if (q->kind == EXPONENTIAL)
        return func_exp();
    if (q->kind == POLYNOMIAL)
        return func_poly(q->coefficients, q->n - 1);
    return (func){.kind = FUNC_GENERAL,
                  .in = 1,
                  .out = 1,
                  .eval = eval_call,
                  .context = (void *)(uintptr_t)q};
}

static int check(const debias_function *q, const debias_dist *d, debias_error *error)
{
    if (inside(d)->dim != 1)
        return library_fail(error, "expected a law of numbers, got one of dim %zu", inside(d)->dim);
    if (q->kind == POLYNOMIAL && q->n == 0)
        return library_fail(error, "expected a polynomial with at least one coefficient");
    return 0;
}

int debias_bias(const debias_operator *op, const debias_function *q, const debias_dist *d, double m,
                double s, double *bias, debias_error *error)
{
    expectation x;
    if (check(q, d, error) < 0)
        return -1;
    if (!(m >= 1) || m != floor(m))
        return library_fail(error, "expected whole blocks of m >= 1 draws");
    func f = function(q);
    status outcome = expect_operator((const extrap *)op, &f, inside(d), m, s, &x);
    if (outcome == STATUS_NO_EXACT)
        return library_fail(error, "%s", x.why);
    if (outcome < 0)
        return library_fail_status(error, outcome);
    *bias = x.bias;
    return 0;
}

static int sample(const lab_config *c, debias_estimates *out, debias_error *error)
{
    lab_result r;
    double *work = malloc(lab_work(c) * sizeof *work);
    status outcome = work ? lab_run(c, work, &r) : STATUS_NO_MEMORY;
    if (outcome < 0) {
        free(work);
        return library_fail_status(error, outcome);
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
    if (check(q, d, error) < 0)
        return -1;
    if (m < 1 || m > 1000000000 || reps < 2)
        return library_fail(error, "expected m from 1 to 1e9 and at least 2 estimates");
    func f = function(q);
    lab_point point = {.op = (const extrap *)op, .m = m};
    lab_config c = {
        .point = &point,
        .points = 1,
        .q = &f,
        .dist = inside(d),
        .s = &s,
        .reps = reps,
        .seed = seed,
        .threads = q->kind == CALL ? 1 : parallel_processors(),
        .interrupt = &library_never,
    };
    return sample(&c, out, error);
}
