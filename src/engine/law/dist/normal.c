/* N(mean, sd^2), in R^p with independent components. Central moments (k-1)!! sd^k, k even. */
#include "engine/law/dist.h"
#include "engine/machine/level.h"
#include "engine/number/moment.h"

#include <math.h>

enum { MEAN, SD, VAR };

static const param params[] = {
    [MEAN] = {"mean", PARAM_VECTOR, .flags = PARAM_REQUIRED, .low = -INFINITY,
              .meaning = "a number, or a vec for a law in R^p with independent components"},
    [SD] = {"sd", PARAM_VECTOR, .flags = PARAM_OPTIONAL | PARAM_OPEN_LOW,
            .meaning = "standard deviation: a number or one per component; give this or var"},
    [VAR] = {"var", PARAM_VECTOR, .flags = PARAM_OPTIONAL | PARAM_OPEN_LOW,
             .meaning = "variance: a number or one per component; give this or sd"},
};

static const char *check(const arg *a)
{
    const arg *spread = a[SD].given ? &a[SD] : &a[VAR];
    if (a[SD].given == a[VAR].given)
        return "exactly one of sd and var";
    if (spread->rows != 1 && spread->rows != a[MEAN].rows)
        return "sd or var as a number or with one element per component of mean";
    return NULL;
}

static size_t size(const arg *a)
{
    return sizeof(dist) + 3 * a[MEAN].rows * sizeof(double);
}

/* After the dist: mean, var, sd. */
static double *mean_of(dist *d)
{
    return (double *)(d + 1);
}

static const double *sd_of(const dist *d)
{
    return (const double *)(d + 1) + 2 * d->dim;
}

static void init(dist *d, const arg *a)
{
    size_t p = d->dim = a[MEAN].rows;
    double *mean = mean_of(d), *var = mean + p, *sd = var + p;
    const arg *spread = a[SD].given ? &a[SD] : &a[VAR];
    for (size_t j = 0; j < p; j++) {
        double given = ((const double *)spread->data)[spread->rows == 1 ? 0 : j];
        mean[j] = ((const double *)a[MEAN].data)[j];
        sd[j] = a[SD].given ? given : sqrt(given);
        var[j] = a[SD].given ? given * given : given;
    }
    d->mean = mean;
    d->var = var;
}

/* Component j of draw i takes normal number i*p + j. */
static void draw_rows(const dist *d, stream *s, size_t n, double *out, size_t gap)
{
    size_t i = 0, j = 0;
    for (size_t left = n * d->dim, piece; left > 0; left -= piece) {
        piece = left < STREAM_MOST ? left : STREAM_MOST;
        const double *z = stream_normals(s, piece);
        for (size_t t = 0; t < piece; t++) {
            out[j * gap + i] = d->mean[j] + sd_of(d)[j] * z[t];
            j = j + 1 < d->dim ? j + 1 : 0;
            i += j == 0;
        }
    }
}

static status draw(const dist *d, stream *s, size_t n, double *out, size_t gap)
{
    if (d->dim > 1) {
        draw_rows(d, s, n, out, gap);
        return STATUS_OK;
    }
    const double *z = stream_normals(s, n), mean = d->mean[0], sd = *sd_of(d);
    for (size_t i = 0; i < n; i++)
        out[i] = mean + sd * z[i];
    return STATUS_OK;
}

static long double central(const dist *d, int k)
{
    long double odd = 1;
    for (int i = k - 1; i > 1; i -= 2)
        odd *= i;
    return k % 2 ? 0 : (odd * moment_power(d->var[0], k / 2));
}

static double cumulant(const dist *d, int k)
{
    return k == 2 ? d->var[0] : 0;
}

static long double log_mgf(const dist *d, long double t)
{
    return t * t * d->var[0] / 2;
}

static dist_support support(const dist *d)
{
    (void)d;
    return (dist_support){.low = -INFINITY, .high = INFINITY, .fall = FALL_NORMAL};
}

static double pdf(const dist *d, double x)
{
    double sd = *sd_of(d), z = (x - d->mean[0]) / sd;
    return 0.3989422804014326779 / sd * exp(-0.5 * z * z);
}

const dist_type TYPE(dist, normal) = {
    .name = "normal",
    .summary = "normal law, in R^p with independent components",
    PARAMS(params),
    .check = check,
    .size = size,
    .init = init,
    .kind = STREAM_NORMALS,
    .normal = true,
    .draw = draw,
    .central = central,
    .support = support,
    .pdf = pdf,
    .cumulant = cumulant,
    .log_mgf = log_mgf,
};
