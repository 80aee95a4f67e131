/* Least squares by Cholesky's factorisation of the covariances; a variate that is constant or that
 * the ones before it explain (all linear ones are the same when every draw is used equally often)
 * gets factor 0. */
#include "factors.h"

#include "engine/machine/size.h"

#include <math.h>
#include <string.h>

size_t factor_gap(size_t variates)
{
    return round_up(variates + 2, 8);
}

static size_t product_bytes(const factor_sums *a)
{
    return round_up(a->variates + 2, FACTORS_SIDE) * a->gap * sizeof(double);
}

void factor_layout(factor_sums *a, size_t variates, arena *memory)
{
    *a = (factor_sums){.variates = variates, .gap = factor_gap(variates)};
    a->product = arena_take(memory, product_bytes(a));
}

void factor_clear(factor_sums *a)
{
    memset(a->product, 0, product_bytes(a));
}

/* The factorisation L of the variates' covariances times n, in place. */
static void factorise(const factor_sums *a)
{
    const double *sum = a->product + a->variates * a->gap;
    double scale[FACTORS_MOST];
    for (size_t v = 0; v < a->variates; v++) {
        double *row = a->product + v * a->gap;
        scale[v] = row[v];
        for (size_t w = 0; w <= v; w++)
            row[w] -= sum[v] * sum[w] / sum[a->variates];
    }
    for (size_t v = 0; v < a->variates; v++) {
        double *row = a->product + v * a->gap;
        for (size_t w = 0; w <= v; w++) {
            const double *other = a->product + w * a->gap;
            for (size_t k = 0; k < w; k++)
                row[w] -= row[k] * other[k];
            if (w < v)
                row[w] = other[w] > 0 ? row[w] / other[w] : 0;
        }
        row[v] = row[v] > 1e-10 * scale[v] ? sqrt(row[v]) : 0;
    }
}

void factor_fit(factor_sums *a, double *factor)
{
    const size_t n = a->variates, gap = a->gap;
    const double *L = a->product, *sum = L + n * gap, *cross = sum + gap;
    if (sum[n] == 0)
        return;
    factorise(a);
    for (size_t v = 0; v < n; v++) {
        factor[v] = cross[v] - sum[v] * cross[n] / sum[n];
        for (size_t k = 0; k < v; k++)
            factor[v] -= L[v * gap + k] * factor[k];
        factor[v] = L[v * gap + v] > 0 ? factor[v] / L[v * gap + v] : 0;
    }
    for (size_t v = n; v-- > 0;) {
        for (size_t k = v + 1; k < n; k++)
            factor[v] -= L[k * gap + v] * factor[k];
        factor[v] = L[v * gap + v] > 0 ? factor[v] / L[v * gap + v] : 0;
    }
}
