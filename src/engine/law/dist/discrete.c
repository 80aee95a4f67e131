/* A finite law: value i with probability probs[i]. */
#include "engine/law/dist.h"
#include "engine/law/inverse.h"
#include "engine/machine/level.h"
#include "engine/number/moment.h"

#include <math.h>
#include <string.h>

enum { VALUES, PROBS };

static const param params[] = {
    [VALUES] = {"values", PARAM_VECTOR, .flags = PARAM_REQUIRED | PARAM_POSITION, .low = -INFINITY,
                .meaning = "the values it takes"},
    [PROBS] = {"probs", PARAM_VECTOR, .flags = PARAM_REQUIRED | PARAM_POSITION, .high = 1,
               .meaning = "their probabilities, summing to 1 within 1e-9 (divided by their sum)"},
};

static double total(const arg *probs)
{
    long double sum = 0;
    for (size_t i = 0; i < probs->rows; i++)
        sum += ((const double *)probs->data)[i];
    return (double)sum;
}

static const char *check(const arg *a)
{
    if (a[VALUES].rows != a[PROBS].rows)
        return "as many probs as values";
    return fabs(total(&a[PROBS]) - 1) <= 1e-9 ? NULL : "probs that sum to 1";
}

/* The number of values is parameter[0]. After the dist: values, probs, sums of the probs,
 * central moments (unaligned). */

static size_t size(const arg *a)
{
    return sizeof(dist) + 3 * a[VALUES].rows * sizeof(double) +
           (DIST_MOMENTS + 1) * sizeof(long double);
}

static size_t count(const dist *d)
{
    return (size_t)d->parameter[0];
}

static const double *values_of(const dist *d)
{
    return (const double *)(d + 1);
}

static void init(dist *d, const arg *a)
{
    size_t n = a[VALUES].rows;
    double *values = (double *)(d + 1), *probs = values + n, *sums = probs + n;
    long double mu[DIST_MOMENTS + 1];
    double sum = 0, all = total(&a[PROBS]);
    d->parameter[0] = (double)n;
    memcpy(values, a[VALUES].data, n * sizeof *values);
    for (size_t i = 0; i < n; i++) {
        probs[i] = ((const double *)a[PROBS].data)[i] / all;
        sums[i] = sum += probs[i];
    }
    long double mean = moment_mean(n, values, 1, probs, d->interrupt);
    moment_of_atoms(n, values, probs, mean, DIST_MOMENTS, d->interrupt, mu);
    memcpy(sums + n, mu, sizeof mu);
    dist_on_line(d, (double)mean, (double)mu[2]);
}

/* The number of values up to the last one with positive probability. */
static size_t possible(const double *sums, size_t n)
{
    while (n > 1 && sums[n - 1] == sums[n - 2])
        n--;
    return n;
}

/* The value with the first i < n with u < sum i, n - 1 when rounding left
 * none. Of up to eight values, by comparison with all sums; */
V8_INLINE void of_few(const inverse_law *law, v8 u[INVERSE_SIDE])
{
    const v8 values = v8_load(law->table);
    for (size_t k = 0; k < INVERSE_SIDE; k++) {
        u8 place = u8_set1(0);
        for (size_t i = 0; i + 1 < law->n; i++) /* a comparison that holds is -1 */
            place = u8_sub(place, v8_less_equal(v8_set1(law->sums[i]), u[k]));
        u[k] = v8_permute(values, place);
    }
}

/* of more, by halving. */
V8_INLINE void of_many(const inverse_law *law, v8 u[INVERSE_SIDE])
{
    u8 first[INVERSE_SIDE] = {u8_set1(0), u8_set1(0)};
    for (size_t n = law->n, half; n > 1; n -= half) {
        half = n / 2;
        for (size_t k = 0; k < INVERSE_SIDE; k++) {
            v8 sum = v8_gather(law->sums + half - 1, first[k]);
            first[k] = u8_add(first[k], u8_and(v8_less_equal(sum, u[k]), u8_set1(half)));
        }
    }
    for (size_t k = 0; k < INVERSE_SIDE; k++)
        u[k] = v8_gather(law->table, first[k]);
}

static status draw(const dist *d, stream *s, size_t n, double *out, size_t gap)
{
    const double *values = values_of(d), *sums = values + 2 * count(d);
    double few[8] = {0};
    inverse_law law = {.table = values, .sums = sums, .n = possible(sums, count(d))};
    (void)gap;
    if (law.n <= 8) {
        memcpy(few, values, law.n * sizeof *few);
        law.table = few;
        inverse_draw(&law, of_few, s, n, out);
    } else {
        inverse_draw(&law, of_many, s, n, out);
    }
    return STATUS_OK;
}

static long double central(const dist *d, int k)
{
    long double mu[DIST_MOMENTS + 1];
    memcpy(mu, values_of(d) + 3 * count(d), sizeof mu);
    return mu[k];
}

static size_t atoms(const dist *d, const double **values, const double **probs)
{
    *values = values_of(d);
    *probs = *values + count(d);
    return count(d);
}

static long double log_mgf(const dist *d, long double t)
{
    const double *values, *probs;
    size_t n = atoms(d, &values, &probs);
    return moment_log_mgf(n, values, probs, moment_mean(n, values, 1, probs, NULL), t);
}

const dist_type TYPE(dist, discrete) = {
    .name = "discrete",
    .summary = "finite law: values with probabilities",
    PARAMS(params),
    .check = check,
    .size = size,
    .init = init,
    .kind = STREAM_UNIFORMS,
    .draw = draw,
    .central = central,
    .log_mgf = log_mgf,
    .atoms = atoms,
};
