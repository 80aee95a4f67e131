/* With the rows a_p = (n_j^(1/2 - p))_j, of p = 0 and of the powers, u_j = w_j / sqrt(n_j) has to
 * be orthogonal to all but a_0, and u.a_0 = 1. The shortest such u is r / |r|^2, r = a_0 minus its
 * projection on the others. In fractions, w_j = n_j sum_p l_p n_j^-p with
 *
 *     sum_q (sum_j n_j^(1 - p - q)) l_q = [p = 0].
 *
 * Where that does not fit, all weights but as many as there are whole powers, 0 with them, are
 * rounded to multiples of n_j^P 2^-bits, P the largest of these powers, and the others then solve
 * their equations sum_j v_j n_j^(P - p) = [p = 0], w_j = v_j n_j^P. */
#include "fit.h"

#include <math.h>
#include <string.h>

typedef struct problem {
    const uint32_t *sizes;
    size_t t;
    const fraction *powers;
    size_t count;
    int64_t whole[EXTRAP_TERMS]; /* the whole powers, from 0 on; */
    size_t c;                    /* how many, */
    int64_t most;                /* the largest */
} problem;

/* A system of equations: rows of coefficients, the right side last. */
typedef fraction matrix[EXTRAP_TERMS][EXTRAP_TERMS + 1];

/* row -= factor other */
static bool subtract_row(fraction *row, const fraction *other, fraction factor, size_t columns)
{
    bool fits = true;
    for (size_t c = 0; c < columns && fits; c++) {
        fraction part = {-factor.num, factor.den};
        fits = fraction_multiply(&part, other[c]) && fraction_add(&row[c], part);
    }
    return fits;
}

static bool divide_row(fraction *row, fraction by, size_t columns)
{
    bool fits = true;
    for (size_t c = 0; c < columns && fits; c++)
        fits = fraction_multiply_by(&row[c], by.den, by.num);
    return fits;
}

static void swap_rows(matrix a, size_t i, size_t k)
{
    fraction row[EXTRAP_TERMS + 1];
    memcpy(row, a[i], sizeof row);
    memcpy(a[i], a[k], sizeof row);
    memcpy(a[k], row, sizeof row);
}

/* Solves n equations: the solution is left in column n. */
static bool solve(matrix a, size_t n)
{
    bool fits = true;
    for (size_t k = 0; k < n && fits; k++) {
        size_t pivot = k;
        while (pivot + 1 < n && a[pivot][k].num == 0)
            pivot++;
        swap_rows(a, k, pivot);
        fits = a[k][k].num != 0 && divide_row(a[k], a[k][k], n + 1);
        for (size_t i = 0; i < n && fits; i++)
            fits = i == k || subtract_row(a[i], a[k], a[i][k], n + 1);
    }
    return fits;
}

/* f <- f n^-p */
static bool divide_by_power(fraction *f, uint32_t n, int64_t p)
{
    bool fits = true;
    for (int64_t i = 0; i < p && fits; i++)
        fits = fraction_multiply_by(f, 1, n);
    return fits;
}

static void find_whole(problem *f)
{
    f->whole[f->c++] = 0;
    for (size_t i = 0; i < f->count; i++)
        if (f->powers[i].den == 1) {
            f->whole[f->c++] = f->powers[i].num;
            f->most = f->powers[i].num > f->most ? f->powers[i].num : f->most;
        }
}

/* *sum <- sum_j n_j n_j^-p */
static bool add_powers(const problem *f, int64_t p, fraction *sum)
{
    bool fits = true;
    *sum = (fraction){0, 1};
    for (size_t j = 0; j < f->t && fits; j++) {
        fraction part = {f->sizes[j], 1};
        fits = divide_by_power(&part, f->sizes[j], p) && fraction_add(sum, part);
    }
    return fits;
}

/* n sum_i l_i n^-p_i of the solution l in column c. */
static bool set_weight(const problem *f, matrix a, uint32_t n, fraction *weight)
{
    bool fits = true;
    *weight = (fraction){0, 1};
    for (size_t i = 0; i < f->c && fits; i++) {
        fraction part = a[i][f->c];
        fits = fraction_multiply_by(&part, n, 1) && divide_by_power(&part, n, f->whole[i]) &&
               fraction_add(weight, part);
    }
    return fits;
}

/* The weights, where every power is whole. */
static bool fit_exactly(const problem *f, fraction *weights)
{
    matrix a = {{{0}}};
    bool fits = true;
    for (size_t i = 0; i < f->c; i++) {
        a[i][f->c] = (fraction){i == 0, 1};
        for (size_t k = 0; k < f->c && fits; k++)
            fits = add_powers(f, f->whole[i] + f->whole[k], &a[i][k]);
    }
    fits = fits && solve(a, f->c);
    for (size_t j = 0; j < f->t && fits; j++)
        fits = set_weight(f, a, f->sizes[j], &weights[j]);
    return fits;
}

/* row -= its projection on the n orthogonal rows before it. */
static void make_orthogonal(long double (*rows)[EXTRAP_TERMS], size_t n, size_t t)
{
    for (size_t i = 0; i < n; i++) {
        long double dot = 0, square = 0;
        for (size_t j = 0; j < t; j++) {
            dot += rows[n][j] * rows[i][j];
            square += rows[i][j] * rows[i][j];
        }
        for (size_t j = 0; j < t; j++)
            rows[n][j] -= dot / square * rows[i][j];
    }
}

/* The weights, rounded. */
static void fit_nearly(const problem *f, long double *w)
{
    const uint32_t *sizes = f->sizes;
    size_t t = f->t, count = f->count;
    long double rows[EXTRAP_TERMS][EXTRAP_TERMS], square = 0;
    for (size_t i = 0; i <= count; i++) {
        long double p =
            i < count ? (long double)f->powers[i].num / (long double)f->powers[i].den : 0;
        for (size_t j = 0; j < t; j++)
            rows[i][j] = powl(sizes[j], 0.5L - p);
        make_orthogonal(rows, i, t);
        make_orthogonal(rows, i, t); /* what rounding has left */
    }
    for (size_t j = 0; j < t; j++)
        square += rows[count][j] * rows[count][j];
    for (size_t j = 0; j < t; j++)
        w[j] = rows[count][j] / square * sqrtl(sizes[j]);
}

/* Which terms solve the equations of c whole powers: the last of one, else from the first to the
 * last. */
static size_t solved_place(size_t i, size_t c, size_t t)
{
    return c == 1 ? t - 1 : i * (t - 1) / (c - 1);
}

static bool is_solved(size_t j, size_t c, size_t t)
{
    bool found = false;
    for (size_t i = 0; i < c; i++)
        found = found || solved_place(i, c, t) == j;
    return found;
}

/* f <- f n^p */
static bool multiply_by_power(fraction *f, uint32_t n, int64_t p)
{
    bool fits = true;
    for (int64_t i = 0; i < p && fits; i++)
        fits = fraction_multiply_by(f, n, 1);
    return fits;
}

/* The v that are not solved for, rounded to multiples of 2^-bits; 0 for the others. */
static bool round_weights(const problem *f, const long double *w, int bits, fraction *v)
{
    bool fits = true;
    for (size_t j = 0; j < f->t && fits; j++) {
        long double whole = roundl(ldexpl(w[j] * powl(f->sizes[j], -(long double)f->most), bits));
        v[j] = (fraction){0, 1};
        fits = fabsl(whole) < 0x1p62L &&
               (is_solved(j, f->c, f->t) ||
                fraction_reduce((__int128_t)whole, (__int128_t)1 << bits, &v[j]));
    }
    return fits;
}

/* The equation of power p, of the v that are solved for. */
static bool set_equation(const problem *f, int64_t p, const fraction *v, fraction *row)
{
    bool fits = true;
    row[f->c] = (fraction){p == 0, 1};
    for (size_t j = 0; j < f->t && fits; j++) {
        fraction part = {-v[j].num, v[j].den};
        fits = multiply_by_power(&part, f->sizes[j], f->most - p) && fraction_add(&row[f->c], part);
    }
    for (size_t k = 0; k < f->c && fits; k++) {
        row[k] = (fraction){1, 1};
        fits = multiply_by_power(&row[k], f->sizes[solved_place(k, f->c, f->t)], f->most - p);
    }
    return fits;
}

/* Solves for the other v, and makes weights of them. */
static bool solve_others(const problem *f, fraction *v)
{
    matrix a = {{{0}}};
    bool fits = true;
    for (size_t i = 0; i < f->c && fits; i++)
        fits = set_equation(f, f->whole[i], v, a[i]);
    fits = fits && solve(a, f->c);
    for (size_t k = 0; k < f->c && fits; k++)
        v[solved_place(k, f->c, f->t)] = a[k][f->c];
    for (size_t j = 0; j < f->t && fits; j++)
        fits = multiply_by_power(&v[j], f->sizes[j], f->most);
    return fits;
}

/* The fewest bits that are enough: for FIT_BITS of the weights, or some where every power is whole.
 */
static int least_bits(const problem *f)
{
    return (f->c == f->count + 1 ? 8 : FIT_BITS) +
           (int)ceil((double)f->most * log2(f->sizes[f->t - 1]));
}

status extrap_fit(const uint32_t *sizes, size_t t, const fraction *powers, size_t count,
                  fraction *weights)
{
    long double w[EXTRAP_TERMS];
    problem f = {.sizes = sizes, .t = t, .powers = powers, .count = count};
    find_whole(&f);
    if (f.c == count + 1 && fit_exactly(&f, weights))
        return STATUS_OK;
    fit_nearly(&f, w);
    for (int bits = 62; bits >= least_bits(&f); bits -= 2)
        if (round_weights(&f, w, bits, weights) && solve_others(&f, weights))
            return STATUS_OK;
    return STATUS_TOO_LARGE;
}
