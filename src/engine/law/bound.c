/* With M_l(N) the l-th central moment of a mean of N draws and N_j = n_j m,
 *
 *   |E operator - q(c)| <= sum_{l=2}^{2k-1} a_l/l! |sum_j w_j M_l(N_j)|
 *                          + a_2k/(2k)! sum_j |w_j| M_2k(N_j)
 *
 * and M_l(N) = sum_b B(l, b) / N^(l-b), B the partial Bell polynomials of (0, kappa_2, ..): the
 * first sums are exact, sum_j w_j / n_j^i = S_i, and what the operator cancels drops out.
 * Lipschitz: a_1 sum_j |w_j| sqrt(M_2(N_j)). */
#include "bound.h"

#include "engine/number/moment.h"

#include <math.h>
#include <string.h>

typedef long double bell[BOUND_DERIVATIVES + 1][BOUND_DERIVATIVES + 1];

size_t bound_derivatives(const extrap *op)
{
    return 2 * op->order;
}

/* False where a cumulant is not known. */
static bool make_bell(const dist *d, size_t most, bell out)
{
    long double kappa[BOUND_DERIVATIVES + 1] = {0};
    for (size_t r = 2; r <= most; r++) {
        kappa[r] = dist_cumulant(d, (int)r);
        if (!isfinite(kappa[r]))
            return false;
    }
    memset(out, 0, sizeof(bell));
    moment_bell(most, kappa, BOUND_DERIVATIVES + 1, &out[0][0]);
    return true;
}

/* a times a coefficient; no derivative counts where that is 0. */
static double weighted(double a, long double coefficient)
{
    return coefficient == 0 ? 0 : a * (double)coefficient;
}

/* |sum_j w_j M_l(N_j)| */
static long double left(const extrap *op, double m, size_t l, bell B)
{
    long double sum = 0;
    for (size_t b = 1; 2 * b <= l; b++)
        sum += B[l][b] * op->power_sum[l - b] / moment_power(m, (int)(l - b));
    return fabsl(sum);
}

/* sum_j |w_j| M_l(N_j) */
static long double size_of(const extrap *op, double m, size_t l, bell B)
{
    long double sum = 0;
    for (size_t j = 0; j < op->terms; j++)
        for (size_t b = 1; 2 * b <= l; b++)
            sum += fabsl((long double)op->term[j].weight) * B[l][b] /
                   moment_power((long double)op->term[j].size * m, (int)(l - b));
    return sum;
}

double bound_smooth(const extrap *op, const dist *d, double m, const double *a)
{
    bell B;
    size_t last = bound_derivatives(op);
    long double factorial = 1;
    double sum = 0;
    if (last > BOUND_DERIVATIVES || !make_bell(d, last, B))
        return NAN;
    for (size_t l = 2; l <= last; l++) {
        factorial *= (long double)l;
        long double part = l < last ? left(op, m, l, B) : size_of(op, m, l, B);
        sum += weighted(a[l], part / factorial);
    }
    return sum;
}

double bound_lipschitz(const extrap *op, const dist *d, double m, double a1)
{
    double sum = 0, variance = dist_central(d, 2);
    for (size_t j = 0; j < op->terms; j++)
        sum += fabs(op->term[j].weight) * sqrt(variance / (op->term[j].size * m));
    return weighted(a1, sum);
}
