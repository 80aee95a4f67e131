/* The law of the mean of m draws of another law: cumulants are divided by m^(k-1). Blocks of it are
 * blocks of m times as many draws of the other law, which answers for expectations of functions of
 * them. The density of the mean of m uniform numbers is a B-spline: with t = m (x - a)/w
 *
 *     N_k(t) = (t N_(k-1)(t) + (k - t) N_(k-1)(t - 1)) / (k - 1), pdf = m/w N_m(t). */
#include "engine/law/dist.h"
#include "engine/machine/level.h"
#include "engine/number/moment.h"

#include <math.h>
#include <string.h>

enum { OF, M };
enum { SPLINE = 256 /* the most uniform numbers whose density is computed */ };

static const param params[] = {
    [OF] = {"of", PARAM_OBJECT, .flags = PARAM_REQUIRED | PARAM_POSITION, .choices = "dist",
            .meaning = "a law of one number"},
    [M] = {"m", PARAM_INTEGER, .flags = PARAM_REQUIRED | PARAM_POSITION, .low = 1, .high = 1e6,
           .unit = "draws", .meaning = "draws that are averaged"},
};

/* After the dist. */
typedef struct mean_law {
    dist_type type; /* what is known of the mean is what is known of the law */
    const dist *of; /* the caller keeps it */
    dist sum;       /* the law of the sum of m draws, where it has a type */
} mean_law;

static const mean_law *law_of(const dist *d)
{
    return (const mean_law *)(d + 1);
}

static double m_of(const dist *d)
{
    return d->parameter[0];
}

static const char *check(const arg *a)
{
    const dist *of = a[OF].data;
    return of->dim == 1 && !of->type->calls_back ? NULL : "a law of one number that is not custom";
}

static size_t size(const arg *a)
{
    (void)a;
    return sizeof(dist) + sizeof(mean_law);
}

/* The mean of each m numbers, the next draws of the law. */
static status mean_of_draws(const dist *of, stream *s, size_t m, double *out)
{
    double x[STREAM_MOST], sum = 0;
    for (size_t left = m, piece; left > 0; left -= piece) {
        piece = left < STREAM_MOST ? left : STREAM_MOST;
        status outcome = of->type->draw(of, s, piece, x, STREAM_MOST);
        if (outcome < 0)
            return outcome;
        for (size_t i = 0; i < piece; i++)
            sum += x[i];
    }
    *out = sum / (double)m;
    return STATUS_OK;
}

/* The means of n times m numbers, at most STREAM_MOST, drawn at once. */
static status means_of_draws(const dist *of, stream *s, size_t m, size_t n, double *out)
{
    double x[STREAM_MOST];
    status outcome = of->type->draw(of, s, n * m, x, STREAM_MOST);
    for (size_t i = 0; i < n && outcome == STATUS_OK; i++) {
        double sum = 0;
        for (size_t j = 0; j < m; j++)
            sum += x[i * m + j];
        out[i] = sum / (double)m;
    }
    return outcome;
}

static status draw(const dist *d, stream *s, size_t n, double *out, size_t gap)
{
    const dist *of = law_of(d)->of;
    const size_t m = (size_t)m_of(d), most = STREAM_MOST / m;
    status outcome = STATUS_OK;
    (void)gap;
    for (size_t i = 0, piece; i < n && outcome == STATUS_OK; i += piece) {
        piece = n - i < most ? n - i : most;
        if (most > 0) {
            outcome = means_of_draws(of, s, m, piece, out + i);
        } else {
            outcome = mean_of_draws(of, s, m, out + i);
            piece = 1;
        }
    }
    return outcome;
}

static status draw_sum(const dist *d, stream *s, size_t n, double *out, size_t gap)
{
    const dist *sum = &law_of(d)->sum;
    status outcome = sum->type->draw(sum, s, n, out, gap);
    for (size_t i = 0; i < n; i++)
        out[i] /= m_of(d);
    return outcome;
}

static double cumulant(const dist *d, int k)
{
    return (double)(dist_cumulant(law_of(d)->of, k) / moment_power(m_of(d), k - 1));
}

static long double central(const dist *d, int k)
{
    long double kappa[DIST_MOMENTS + 1], mu[DIST_MOMENTS + 1];
    for (int i = 2; i <= k; i++)
        kappa[i] = dist_cumulant(law_of(d)->of, i) / moment_power(m_of(d), i - 1);
    moment_of_cumulants(k, kappa, mu);
    return mu[k];
}

static double orders(const dist *d)
{
    return dist_orders(law_of(d)->of);
}

static const dist *of_draws(const dist *d, double *m)
{
    *m *= m_of(d);
    return law_of(d)->of;
}

/* Of m uniform numbers. */
static double pdf(const dist *d, double x)
{
    double low, high, spline[SPLINE + 1], m = m_of(d);
    dist_ends(law_of(d)->of, &low, &high);
    double width = high - low, t = m * (x - low) / width;
    for (size_t j = 0; j <= SPLINE; j++)
        spline[j] = floor(t) == (double)j;
    for (double k = 2; k <= m; k++)
        for (size_t j = 0; j < SPLINE; j++) {
            double at = t - (double)j;
            spline[j] = (at * spline[j] + (k - at) * spline[j + 1]) / (k - 1);
        }
    return x < low || x > high ? 0 : m / width * spline[0];
}

/* The type of a mean: what it lacks that the law does not have. */
static dist_type type_of(const dist_type *mean, const dist *of, double m)
{
    dist_type type = *mean;
    type.kind = of->type->kind;
    type.orders = of->type->orders ? orders : NULL;
    type.pdf = strcmp(of->type->name, "uniform") == 0 && m <= SPLINE ? pdf : NULL;
    type.draw = of->type->sum ? draw_sum : draw;
    return type;
}

static void init(dist *d, const arg *a)
{
    mean_law *law = (mean_law *)(d + 1);
    const dist *of = law->of = a[OF].data;
    double m = d->parameter[0] = a[M].number;
    law->type = type_of(d->type, of, m);
    d->type = &law->type;
    if (of->type->sum)
        of->type->sum(of, m, &law->sum);
    dist_on_line(d, of->mean ? of->mean[0] : 0, of->var ? of->var[0] / m : (double)INFINITY);
    if (!of->mean)
        d->mean = NULL;
}

const dist_type TYPE(dist, mean_of) = {
    .name = "mean_of",
    .summary = "the mean of m draws of a law",
    PARAMS(params),
    .check = check,
    .size = size,
    .init = init,
    .kind = STREAM_UNIFORMS,
    .draw = draw,
    .central = central,
    .cumulant = cumulant,
    .of_draws = of_draws,
};
