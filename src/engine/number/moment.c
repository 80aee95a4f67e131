/* kappa_n = mu_n - sum_{i=2}^{n-2} (n-1 over i-1) kappa_i mu_{n-i}: central moments mu, n >= 2. */
#include "moment.h"

#include <math.h>

long double moment_power(long double x, int k)
{
    long double power = 1;
    while (k-- > 0)
        power *= x;
    return power;
}

long double moment_binomial(int n, int k)
{
    long double c = 1;
    for (int i = 1; i <= k; i++)
        c = c * (n - k + i) / i; /* a whole number at each step */
    return c;
}

static long double weight(size_t n, const double *probs, size_t i)
{
    return probs ? (long double)probs[i] : 1 / (long double)n;
}

long double moment_mean(size_t n, const double *values, size_t stride, const double *probs,
                        const atomic_int *interrupt)
{
    long double sum = 0;
    for (size_t i = 0; i < n && !(interrupt && *interrupt); i++)
        sum += (probs ? (long double)probs[i] : 1) * values[i * stride];
    return probs ? sum : sum / (long double)n;
}

void moment_of_atoms(size_t n, const double *values, const double *probs, long double mean,
                     int most, const atomic_int *interrupt, long double *central)
{
    for (int k = 0; k <= most; k++)
        central[k] = 0;
    for (size_t i = 0; i < n && !(interrupt && *interrupt); i++) {
        long double power = weight(n, probs, i), d = values[i] - mean;
        for (int k = 0; k <= most; k++) {
            central[k] += power;
            power *= d;
        }
    }
}

long double moment_log_mgf(size_t n, const double *values, const double *probs, long double mean,
                           long double t)
{
    long double sum = 0;
    for (size_t i = 0; i < n; i++)
        sum += weight(n, probs, i) * expm1l(t * (values[i] - mean));
    return log1pl(sum);
}

void moment_cumulants(int k, const long double *mu, long double *kappa)
{
    kappa[0] = 0;
    for (int n = 1; n <= k; n++) {
        kappa[n] = n == 1 ? 0 : mu[n];
        for (int i = 2; i <= n - 2; i++)
            kappa[n] -= moment_binomial(n - 1, i - 1) * kappa[i] * mu[n - i];
    }
}

void moment_of_cumulants(int k, const long double *kappa, long double *mu)
{
    for (int n = 0; n <= k; n++) {
        mu[n] = n == 0;
        for (int i = 2; i <= n; i++)
            mu[n] += moment_binomial(n - 1, i - 1) * kappa[i] * mu[n - i];
    }
}

/* Near 0 by the power series, where the difference would cancel. */
long double moment_log_rest(long double x)
{
    long double sum = 0, power = -x;
    if (fabsl(x) > 0.25L)
        return log1pl(x) - x;
    for (int k = 2; k < 36; k++) {
        power *= -x;
        sum -= power / k;
    }
    return sum;
}

long double moment_exp_rest(long double x)
{
    long double sum = 0, term = x;
    if (fabsl(x) > 1)
        return expm1l(x) - x;
    for (int k = 2; k < 24; k++)
        sum += term *= x / k;
    return sum;
}

void moment_bell(size_t most, const long double *kappa, size_t row, long double *bell)
{
    bell[0] = 1;
    for (size_t k = 1; k <= most; k++)
        for (size_t b = 1; b <= k; b++)
            for (size_t j = 2; j + b <= k + 1; j++)
                bell[k * row + b] += moment_binomial((int)k - 1, (int)j - 1) * kappa[j] *
                                     bell[(k - j) * row + b - 1];
}

long double moment_stirling(long double a)
{
    const long double log_root = 0.918938533204672741780329736405617640L; /* log(2 pi)/2 */
    static const long double series[] = {1 / 156.0L,  -691 / 360360.0L, 1 / 1188.0L, -1 / 1680.0L,
                                         1 / 1260.0L, -1 / 360.0L,      1 / 12.0L};
    long double sum = 0;
    if (a < 30)
        return lgammal(a) - ((a - 0.5L) * logl(a) - a + log_root);
    for (size_t i = 0; i < sizeof series / sizeof *series; i++)
        sum = sum / (a * a) + series[i];
    return sum / a;
}

long double moment_ratio_rest(long double x, long double y)
{
    long double t = (x - y) / y;
    return fabsl(t) > 0.25L ? logl(x / y) - t : moment_log_rest(t);
}
