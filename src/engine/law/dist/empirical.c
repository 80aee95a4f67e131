/* A draw is one of the given rows, each equally likely. */
#include "engine/law/dist.h"
#include "engine/machine/level.h"
#include "engine/machine/memory.h"
#include "engine/machine/v8.h"
#include "engine/number/moment.h"

#include <math.h>
#include <string.h>

static const param params[] = {
    {"values", PARAM_ANY, .flags = PARAM_REQUIRED | PARAM_POSITION, .low = -INFINITY,
     .meaning = "a vec or list of numbers, or a mat whose rows are points of R^p"},
};

static const char *check(const arg *a)
{
    const double *x = a[0].data;
    if (a[0].rows * a[0].cols == 0)
        return "at least one value";
    for (size_t i = 0; i < a[0].rows * a[0].cols; i++)
        if (!isfinite(x[i]))
            return "finite values";
    return a[0].rows <= UINT32_MAX ? NULL : "at most 2^32 - 1 rows";
}

/* The number of rows is parameter[0]. After the dist: mean and var (dim each), rows, central
 * moments (dim 1 only; unaligned). */
static size_t count(const dist *d)
{
    return (size_t)d->parameter[0];
}

static const double *rows_of(const dist *d)
{
    return (const double *)(d + 1) + 2 * d->dim;
}

static size_t size(const arg *a)
{
    return sizeof(dist) + (2 + a[0].rows) * a[0].cols * sizeof(double) +
           (DIST_MOMENTS + 1) * sizeof(long double);
}

static double variance(const dist *d, size_t j, long double mean)
{
    long double sum = 0;
    for (size_t i = 0; i < count(d) && !(d->interrupt && *d->interrupt); i++) {
        long double x = rows_of(d)[i * d->dim + j] - mean;
        sum += x * x;
    }
    return (double)(sum / (long double)count(d));
}

static void init(dist *d, const arg *a)
{
    size_t p = d->dim = a[0].cols, n = a[0].rows;
    double *mean = (double *)(d + 1), *var = mean + p, *rows = var + p;
    long double mu[DIST_MOMENTS + 1] = {0};
    d->parameter[0] = (double)n;
    memory_copy(rows, a[0].data, n * p * sizeof(double), d->interrupt);
    for (size_t j = 0; j < p; j++) {
        long double center = moment_mean(n, rows + j, p, NULL, d->interrupt);
        mean[j] = (double)center;
        var[j] = variance(d, j, center);
        if (p == 1)
            moment_of_atoms(n, rows, NULL, center, DIST_MOMENTS, d->interrupt, mu);
    }
    memcpy(rows + n * p, mu, sizeof mu);
    d->mean = mean;
    d->var = var;
}

/* Eight places below n < 2^32 of the words, as stream_index makes them; false where one of the
 * words does not decide alone. */
V8_INLINE bool find_places(const uint64_t *word, size_t n, u8 *place)
{
    const u8 half = u8_set1(UINT32_MAX), all = u8_set1(n);
    u8 w = u8_load(word), high = u8_mul(u8_right(w, 32), all), low = u8_mul(u8_and(w, half), all);
    u8 rest = u8_add(u8_left(high, 32), low);
    *place = u8_right(u8_add(high, u8_right(low, 32)), 32);
    /* rest >= n, all of 64 bits: its upper half is not 0 */
    return u8_where_less_equal(u8_right(rest, 32), u8_set1(0)) == 0;
}

/* Eight draws; without a word that does not decide alone. */
static bool draw_eight(const dist *d, stream *s, double *out, size_t gap)
{
    u8 place;
    if (!find_places(stream_words(s, 8), count(d), &place)) {
        s->next -= 8;
        return false;
    }
    place = u8_mul(place, u8_set1(d->dim));
    for (size_t j = 0; j < d->dim; j++)
        v8_store(out + j * gap, v8_gather(rows_of(d) + j, place));
    return true;
}

static void draw_one(const dist *d, stream *s, double *out, size_t gap)
{
    const double *row = rows_of(d) + stream_index(s, count(d)) * d->dim;
    for (size_t j = 0; j < d->dim; j++)
        out[j * gap] = row[j];
}

static status draw(const dist *d, stream *s, size_t n, double *out, size_t gap)
{
    const bool narrow = s->kind == STREAM_WORDS && count(d) <= UINT32_MAX;
    size_t i = 0;
    while (i < n)
        if (narrow && n - i >= 8 && draw_eight(d, s, out + i, gap))
            i += 8;
        else
            draw_one(d, s, out + i++, gap);
    return STATUS_OK;
}

static long double central(const dist *d, int k)
{
    long double mu[DIST_MOMENTS + 1];
    memcpy(mu, rows_of(d) + count(d), sizeof mu);
    return mu[k];
}

static size_t atoms(const dist *d, const double **values, const double **probs)
{
    *values = rows_of(d);
    *probs = NULL;
    return count(d);
}

static long double log_mgf(const dist *d, long double t)
{
    return moment_log_mgf(count(d), rows_of(d), NULL,
                          moment_mean(count(d), rows_of(d), 1, NULL, NULL), t);
}

const dist_type TYPE(dist, empirical) = {
    .name = "empirical",
    .summary = "one of the given values or rows, each equally likely",
    PARAMS(params),
    .check = check,
    .size = size,
    .init = init,
    .kind = STREAM_WORDS,
    .draw = draw,
    .central = central,
    .log_mgf = log_mgf,
    .atoms = atoms,
};
