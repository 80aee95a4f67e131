/* Mantissas are kept in [1/2, 1) after each operation; errors add as absolute parts of them. */
#include "scaled.h"

#include <float.h>
#include <stdint.h>
#include <string.h>

static const double unit = DBL_EPSILON;
static const double ln2 = 0.69314718055994530942;

/* ldexp for any whole e: a product where 2^e is an ordinary number. */
static double shifted(double m, double e)
{
    if (fabs(e) < 1000) {
        uint64_t bits = (uint64_t)(1023 + (int)e) << 52;
        double power;
        memcpy(&power, &bits, sizeof power);
        return m * power;
    }
    return ldexp(m, (int)fmax(-5000, fmin(5000, e)));
}

/* m 2^e, or what is not finite: by rounding where an argument was, or where `noise`. */
static scaled made(double m, double e, double error, scaled a, scaled b, bool noise)
{
    int up = 0;
    if (!isfinite(m))
        return (scaled){m, 0, noise || isinf(a.error) || isinf(b.error) ? (double)INFINITY : 0};
    if (m == 0)
        return (scaled){m, e, error};
    m = frexp(m, &up);
    return (scaled){m, e + up, shifted(error, -up)};
}

static const scaled none = {0, 0, 0};

scaled scaled_noisy(double x, double error)
{
    return made(x, 0, error, none, none, isinf(error));
}

scaled scaled_of(double x)
{
    return scaled_noisy(x, 0);
}

/* Whether a may be 0 or of the other sign. */
static bool may_vanish(scaled a)
{
    return a.error > fabs(a.m);
}

double scaled_double(scaled a)
{
    return shifted(a.m, a.e);
}

double scaled_noise(scaled a)
{
    if (a.error == 0)
        return 0;
    return a.m == 0 ? (double)INFINITY : a.error / fabs(a.m);
}

double scaled_off(scaled a)
{
    return shifted(a.error, a.e);
}

double scaled_log_size(scaled a)
{
    return a.m == 0 || !isfinite(a.m) ? log(fabs(a.m)) : log(fabs(a.m)) + a.e * ln2;
}

scaled scaled_add(scaled a, scaled b)
{
    if (!isfinite(a.m) || !isfinite(b.m))
        return made(a.m + b.m, 0, 0, a, b, false);
    if ((a.m == 0 && a.error == 0) || (b.m == 0 && b.error == 0))
        return a.m == 0 && a.error == 0 ? b : a;
    if (a.e < b.e)
        return scaled_add(b, a);
    double m = a.m + shifted(b.m, b.e - a.e);
    return made(m, a.e, a.error + shifted(b.error, b.e - a.e) + unit * fabs(m), a, b, false);
}

scaled scaled_neg(scaled a)
{
    return (scaled){-a.m, a.e, a.error};
}

scaled scaled_sub(scaled a, scaled b)
{
    return scaled_add(a, scaled_neg(b));
}

scaled scaled_abs(scaled a)
{
    return (scaled){fabs(a.m), a.e, a.error};
}

scaled scaled_mul(scaled a, scaled b)
{
    double m = a.m * b.m;
    double error = fabs(a.m) * b.error + fabs(b.m) * a.error + a.error * b.error;
    return made(m, a.e + b.e, error + unit * fabs(m), a, b, false);
}

scaled scaled_div(scaled a, scaled b)
{
    double m = a.m / b.m, noise = scaled_noise(b) + unit;
    return made(m, a.e - b.e, fabs(m) * noise + a.error / fabs(b.m), a, b, may_vanish(b));
}

scaled scaled_exp(scaled a)
{
    double u = scaled_double(a);
    double e = fabs(u) < 700 || !isfinite(u) ? 0 : floor(u / ln2);
    double m = e == 0 ? exp(u) : exp(fmin(ln2, fmax(0, u - e * ln2)));
    double noise = fmin(1, shifted(a.error, a.e)) + (e == 0 ? 0 : unit * fabs(u));
    return made(m, e, m * (unit + noise), a, none, false);
}

scaled scaled_log(scaled a)
{
    bool near = fabs(a.e) < 1000 || a.m == 0 || !isfinite(a.m);
    double y = near ? log(scaled_double(a)) : log(a.m) + a.e * ln2;
    return made(y, 0, scaled_noise(a) + unit * fabs(y), a, none, may_vanish(a));
}

/* a^b, by way of logarithms where double would overflow. */
scaled scaled_pow(scaled a, scaled b)
{
    double x = scaled_double(a), y = scaled_double(b), value = pow(x, y);
    bool fits = a.m == 0 || !isfinite(a.m) || !isfinite(b.m) || isnan(value);
    if (fits || (isfinite(value) && fabs(value) > DBL_MIN && fabs(a.e) < 1000)) {
        double change = fabs(y) * scaled_noise(a) + fabs(log(fabs(x))) * fabs(y) * scaled_noise(b);
        return made(value, 0, fabs(value) * (change + 2 * unit), a, b, may_vanish(a));
    }
    scaled size = scaled_exp(scaled_mul(b, scaled_log(scaled_abs(a))));
    return a.m < 0 && fmod(y, 2) != 0 ? scaled_neg(size) : size;
}
