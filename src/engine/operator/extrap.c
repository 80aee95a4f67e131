/* Sums S_k = sum_j w_j / n_j^k over one common denominator,
 *
 *     D = prod_j d_j n_j^k,   S_k = sum_j a_j prod_{i != j} d_i n_i^k / D,   w_j = a_j / d_j,
 *
 * in integers, so that a sum which cancels is exactly zero. Richardson's weights for the sizes
 * n_1 < .. < n_t are w_j = prod_{i != j} n_j / (n_j - n_i): they make S_1 = .. = S_{t-1} = 0. */
#include "extrap.h"

#include "engine/machine/size.h"
#include "engine/machine/wide.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

static uint64_t magnitude(int64_t x)
{
    return x < 0 ? 0 - (uint64_t)x : (uint64_t)x;
}

/* w *= n^k */
static void multiply_power(wide *w, uint64_t n, int k)
{
    while (k-- > 0)
        wide_multiply(w, n);
}

/* S_k of n fractions and sizes (NULL = all 1) as (*plus - *minus) / *den. */
static void power_sum(const fraction *f, const uint32_t *sizes, size_t n, int k, wide *plus,
                      wide *minus, wide *den)
{
    wide_set(plus, 0);
    wide_set(minus, 0);
    for (size_t j = 0; j <= n; j++) { /* the pass j = n makes the denominator */
        wide product;
        wide_set(&product, j < n ? magnitude(f[j].num) : 1);
        for (size_t i = 0; i < n; i++) {
            if (i == j)
                continue;
            wide_multiply(&product, (uint64_t)f[i].den);
            multiply_power(&product, sizes ? sizes[i] : 1, k);
        }
        if (j == n)
            *den = product;
        else
            wide_add(f[j].num < 0 ? minus : plus, &product);
    }
}

bool fraction_sum_is_one(const fraction *f, size_t n)
{
    wide plus, minus, den;
    power_sum(f, NULL, n, 0, &plus, &minus, &den);
    wide_add(&minus, &den);
    return wide_compare(&plus, &minus) == 0;
}

static double rounded_sum(const fraction *f, const uint32_t *sizes, size_t n, int k)
{
    wide plus, minus, den;
    power_sum(f, sizes, n, k, &plus, &minus, &den);
    bool negative = wide_compare(&plus, &minus) < 0;
    wide *large = negative ? &minus : &plus;
    wide_subtract(large, negative ? &plus : &minus);
    double s = wide_quotient(*large, den);
    return negative ? -s : s;
}

/* sum |w_j|, correctly rounded */
static double amplification(const fraction *weights, size_t terms)
{
    fraction size_of[EXTRAP_TERMS] = {{0, 1}};
    for (size_t j = 0; j < terms; j++)
        size_of[j] = (fraction){(int64_t)magnitude(weights[j].num), weights[j].den};
    return rounded_sum(size_of, NULL, terms, 0);
}

/* Windows of a term of n of K draws, and the distance between their starts. */
static uint32_t count_windows(uint32_t n, uint32_t draws, bool disjoint, uint32_t *step)
{
    *step = disjoint ? n : (uint32_t)common_divisor(n, draws);
    return draws / *step;
}

size_t extrap_size(const uint32_t *sizes, size_t terms, bool disjoint)
{
    size_t windows = 0;
    uint32_t step;
    for (size_t j = 0; j < terms; j++)
        windows += count_windows(sizes[j], sizes[terms - 1], disjoint, &step);
    return sizeof(extrap) + windows * sizeof(extrap_window);
}

static void add_windows(extrap *op, extrap_term *t)
{
    uint32_t step;
    t->windows = count_windows(t->size, (uint32_t)op->draws, op->disjoint, &step);
    for (uint32_t i = 0; i < t->windows; i++)
        op->window[op->windows++] =
            (extrap_window){(uint16_t)(i * step), (uint16_t)t->size, t->weight / t->windows};
}

static void lay_side_by_side(extrap *op)
{
    op->small = op->draws <= 8 && op->windows <= 8;
    for (size_t e = 0; op->small && e < op->windows; e++) {
        op->window_start[e] = op->window[e].start;
        op->window_size[e] = op->window[e].size;
        op->window_scale[e] = 1.0 / op->window[e].size;
    }
}

status extrap_init(extrap *op, const char *name, const uint32_t *sizes, const fraction *weights,
                   size_t terms, bool disjoint)
{
    assert(terms > 0 && terms <= EXTRAP_TERMS);
    memset(op, 0, sizeof *op);
    snprintf(op->name, sizeof op->name, "%s", name);
    op->terms = terms;
    op->disjoint = disjoint;
    op->draws = sizes[terms - 1];
    op->amplification = amplification(weights, terms);
    for (size_t j = 0; j < terms; j++) {
        op->term[j] =
            (extrap_term){sizes[j], weights[j], (double)weights[j].num / (double)weights[j].den, 0};
        add_windows(op, &op->term[j]);
    }
    lay_side_by_side(op);
    for (int k = 0; k <= EXTRAP_POWERS; k++)
        op->power_sum[k] = rounded_sum(weights, sizes, terms, k);
    op->order = 1; /* t nonzero weights cannot cancel t sums: the search ends */
    while (op->power_sum[op->order] == 0)
        op->order++;
    return STATUS_OK;
}

status extrap_richardson(const uint32_t *sizes, size_t terms, fraction *weights)
{
    for (size_t j = 0; j < terms; j++) {
        weights[j] = (fraction){1, 1};
        for (size_t i = 0; i < terms; i++)
            if (i != j &&
                !fraction_multiply_by(&weights[j], sizes[j], (int64_t)sizes[j] - (int64_t)sizes[i]))
                return STATUS_TOO_LARGE;
    }
    return STATUS_OK;
}

size_t extrap_paper(int k, uint32_t sizes[EXTRAP_TERMS], fraction weights[EXTRAP_TERMS])
{
    static const struct {
        size_t terms;
        uint32_t sizes[7];
        fraction weights[7];
    } printed[] = {
        {1, {1}, {{1, 1}}},
        {2, {1, 2}, {{-1, 1}, {2, 1}}},
        {7,
         {1, 2, 3, 4, 6, 8, 12},
         {{1, 36}, {-11, 18}, {3, 4}, {26, 9}, {-9, 2}, {-32, 9}, {6, 1}}},
    };
    if (k < 1 || k > 3)
        return 0;
    memcpy(sizes, printed[k - 1].sizes, sizeof printed->sizes);
    memcpy(weights, printed[k - 1].weights, sizeof printed->weights);
    return printed[k - 1].terms;
}

size_t extrap_sizes(const extrap *op, double m, double *sizes)
{
    for (size_t j = 0; j < op->terms; j++)
        sizes[j] = m * (double)op->term[j].size;
    return op->terms;
}

uint64_t extrap_common(const extrap *const *op, size_t n)
{
    uint64_t all = 1;
    for (size_t i = 0; i < n && all <= EXTRAP_COMMON; i++)
        all = all / common_divisor(all, op[i]->draws) * op[i]->draws;
    return all;
}
