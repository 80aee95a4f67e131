/* A scalar network net(t; x): tanh layers and a linear output. x packs W1 b1 W2 b2 .., W row-major
 * (out, in).
 *
 * Points go through in parts of up to MLP_POINTS; an activation or its derivative is a row of
 * MLP_POINTS numbers for each unit: inputs first, the output last. Unused points of a part must
 * hold finite inputs and take no part in sums where their derivative at the output is zero. */
#pragma once

#include "engine/law/rng.h"
#include "engine/number/v8_function.h"

#include <stdbool.h>
#include <stddef.h>

enum {
    MLP_POINTS = 16,
    MLP_LAYERS = 8,      /* at most, the output's included */
    MLP_UNITS = 512,     /* at most, in all layers with inputs and output */
    MLP_WEIGHTS = 16384, /* at most */
};

typedef struct mlp {
    size_t layers, width[MLP_LAYERS + 1]; /* width[0] inputs; width[layers] = 1 */
    size_t units, weights;
} mlp;

typedef double mlp_activation[MLP_UNITS * MLP_POINTS];

/* The network with so many inputs and hidden widths, whole numbers from 1 to MLP_UNITS; NULL or
 * what was expected. */
static inline const char *mlp_init(mlp *n, size_t inputs, const double *hidden, size_t count)
{
    *n = (mlp){.layers = count + 1, .width[0] = inputs, .units = inputs};
    if (count >= MLP_LAYERS)
        return "option 'hidden': expected at most 7 layers";
    for (size_t k = 0; k <= count; k++) {
        n->width[k + 1] = k < count ? (size_t)hidden[k] : 1;
        n->units += n->width[k + 1];
        n->weights += (n->width[k] + 1) * n->width[k + 1];
    }
    return n->units > MLP_UNITS || n->weights > MLP_WEIGHTS
               ? "option 'hidden': expected a network of at most 512 units and 16384 weights"
               : NULL;
}

/* A start: weights N(0, 1/fan-in) from the index-th data stream of a seed; biases stay as they are,
 * zero. */
static inline void mlp_start(const mlp *n, uint64_t seed, uint64_t index, double *x)
{
    stream normals;
    stream_init(&normals, STREAM_NORMALS, seed, 0, PURPOSE_DATA, index);
    for (size_t k = 0; k < n->layers; k++) {
        double sd = 1 / sqrt((double)n->width[k]);
        for (size_t i = 0; i < n->width[k] * n->width[k + 1]; i++)
            *x++ = sd * *stream_normals(&normals, 1);
        x += n->width[k + 1];
    }
}

/* out[r] += sum_j w[r*stride + j*step] a[j] for so many rows r, a template for few of them. */
V8_INLINE void mlp_few_rows(const double *w, size_t stride, size_t step, size_t rows, size_t terms,
                            const double *a, double *out)
{
    v8 sum[4][2];
    for (size_t r = 0; r < rows; r++)
        for (size_t h = 0; h < 2; h++)
            sum[r][h] = v8_load(out + r * MLP_POINTS + 8 * h);
    for (size_t j = 0; j < terms; j++, a += MLP_POINTS)
        for (size_t r = 0; r < rows; r++)
            for (size_t h = 0; h < 2; h++)
                sum[r][h] =
                    v8_fma(v8_set1(w[r * stride + j * step]), v8_load(a + 8 * h), sum[r][h]);
    for (size_t r = 0; r < rows; r++)
        for (size_t h = 0; h < 2; h++)
            v8_store(out + r * MLP_POINTS + 8 * h, sum[r][h]);
}

static inline void mlp_add_product(const double *w, size_t stride, size_t step, size_t rows,
                                   size_t terms, const double *a, double *out)
{
    size_t r = 0;
    for (; r + 4 <= rows; r += 4)
        mlp_few_rows(w + r * stride, stride, step, 4, terms, a, out + r * MLP_POINTS);
    for (; r < rows; r++)
        mlp_few_rows(w + r * stride, stride, step, 1, terms, a, out + r * MLP_POINTS);
}

/* out += W a, and out += W^T a. */
static inline void mlp_add_forward(const double *W, size_t in, size_t units, const double *a,
                                   double *out)
{
    mlp_add_product(W, in, 1, units, in, a, out);
}

static inline void mlp_add_backward(const double *W, size_t in, size_t units, const double *a,
                                    double *out)
{
    mlp_add_product(W, 1, in, in, units, a, out);
}

/* gradient (W b of one layer) += sum over `points` points of d a^T, and with `bias` of d. */
static inline void mlp_add_outer(const double *d, const double *a, size_t points, size_t in,
                                 size_t units, bool bias, double *gradient)
{
    double by_point[MLP_POINTS][MLP_UNITS + 8]; /* rows in different cache sets */
    for (size_t i = 0; i < in; i++)
        for (size_t t = 0; t < points; t++)
            by_point[t][i] = a[i * MLP_POINTS + t];
    for (size_t o = 0; o < units; o++, d += MLP_POINTS, gradient += in) {
        size_t i = 0;
        for (; i + 8 <= in; i += 8) {
            v8 sum = v8_load(gradient + i);
            for (size_t t = 0; t < points; t++)
                sum = v8_fma(v8_set1(d[t]), v8_load(by_point[t] + i), sum);
            v8_store(gradient + i, sum);
        }
        for (; i < in; i++)
            for (size_t t = 0; t < points; t++)
                gradient[i] += d[t] * by_point[t][i];
    }
    d -= units * MLP_POINTS;
    for (size_t o = 0; bias && o < units; o++)
        for (size_t t = 0; t < points; t++)
            gradient[o] += d[o * MLP_POINTS + t];
}

/* The rows of a layer's inputs in an activation, and where its weights begin. */
typedef struct mlp_place {
    size_t unit, weight;
} mlp_place;

static inline mlp_place mlp_find(const mlp *n, size_t layer)
{
    mlp_place at = {0, 0};
    for (size_t k = 0; k < layer; k++) {
        at.unit += n->width[k] * MLP_POINTS;
        at.weight += (n->width[k] + 1) * n->width[k + 1];
    }
    return at;
}

/* Fills a from its inputs on. */
static inline void mlp_forward(const mlp *n, const double *x, mlp_activation a)
{
    double *from = a;
    for (size_t k = 0; k < n->layers; k++) {
        size_t in = n->width[k], units = n->width[k + 1];
        double *to = from + in * MLP_POINTS;
        for (size_t i = 0; i < units * MLP_POINTS; i++)
            to[i] = x[in * units + i / MLP_POINTS];
        mlp_add_forward(x, in, units, from, to);
        for (size_t i = 0; k + 1 < n->layers && i < units * MLP_POINTS; i += 8)
            v8_store(to + i, v8_tanh(v8_load(to + i)));
        x += (in + 1) * units;
        from = to;
    }
}

static inline const double *mlp_output(const mlp *n, const mlp_activation a)
{
    return a + (n->units - 1) * MLP_POINTS;
}

/* The derivative of tanh where its value is a. */
V8_INLINE v8 mlp_slope(v8 a)
{
    return v8_fma(v8_neg(a), a, v8_set1(1));
}

/* gradient += sum over the first `points` points of d net/dx times `output`, the derivative of what
 * is wanted by the output; MLP_POINTS numbers, zero at unused points. */
static inline void mlp_backward(const mlp *n, const double *x, const mlp_activation a,
                                size_t points, const double *output, double *gradient)
{
    double d[MLP_UNITS * MLP_POINTS], before[MLP_UNITS * MLP_POINTS];
    memcpy(d, output, MLP_POINTS * sizeof *d);
    for (size_t k = n->layers; k-- > 0;) {
        size_t in = n->width[k], units = n->width[k + 1];
        mlp_place at = mlp_find(n, k);
        mlp_add_outer(d, a + at.unit, points, in, units, true, gradient + at.weight);
        if (k == 0)
            return;
        memset(before, 0, in * MLP_POINTS * sizeof *before);
        mlp_add_backward(x + at.weight, in, units, d, before);
        for (size_t i = 0; i < in * MLP_POINTS; i += 8)
            v8_store(d + i, v8_mul(v8_load(before + i), mlp_slope(v8_load(a + at.unit + i))));
    }
}

/* The derivative of every activation along direction v of the weights: da, inputs zero. */
static inline void mlp_tangent(const mlp *n, const double *x, const double *v,
                               const mlp_activation a, mlp_activation da)
{
    memset(da, 0, n->width[0] * MLP_POINTS * sizeof *da);
    for (size_t k = 0; k < n->layers; k++) {
        size_t in = n->width[k], units = n->width[k + 1];
        mlp_place at = mlp_find(n, k), next = mlp_find(n, k + 1);
        const double *V = v + at.weight;
        double *to = da + next.unit;
        for (size_t i = 0; i < units * MLP_POINTS; i++)
            to[i] = V[in * units + i / MLP_POINTS];
        mlp_add_forward(V, in, units, a + at.unit, to);
        mlp_add_forward(x + at.weight, in, units, da + at.unit, to);
        for (size_t i = 0; k + 1 < n->layers && i < units * MLP_POINTS; i += 8)
            v8_store(to + i, v8_mul(v8_load(to + i), mlp_slope(v8_load(a + next.unit + i))));
    }
}

/* The derivative of mlp_backward's sum along v: product += that, where `output` changes by
 * `output_change` along v and da is mlp_tangent's. */
static inline void mlp_backward_tangent(const mlp *n, const double *x, const double *v,
                                        const mlp_activation a, const mlp_activation da,
                                        size_t points, const double *output,
                                        const double *output_change, double *product)
{
    double d[MLP_UNITS * MLP_POINTS], r[MLP_UNITS * MLP_POINTS];
    double d2[MLP_UNITS * MLP_POINTS], r2[MLP_UNITS * MLP_POINTS];
    memcpy(d, output, MLP_POINTS * sizeof *d);
    memcpy(r, output_change, MLP_POINTS * sizeof *r);
    for (size_t k = n->layers; k-- > 0;) {
        size_t in = n->width[k], units = n->width[k + 1];
        mlp_place at = mlp_find(n, k);
        const double *A = a + at.unit, *dA = da + at.unit, *W = x + at.weight;
        mlp_add_outer(r, A, points, in, units, true, product + at.weight);
        mlp_add_outer(d, dA, points, in, units, false, product + at.weight);
        if (k == 0)
            return;
        memset(d2, 0, in * MLP_POINTS * sizeof *d2);
        memset(r2, 0, in * MLP_POINTS * sizeof *r2);
        mlp_add_backward(W, in, units, d, d2);
        mlp_add_backward(W, in, units, r, r2);
        mlp_add_backward(v + at.weight, in, units, d, r2);
        for (size_t i = 0; i < in * MLP_POINTS; i += 8) {
            v8 slope = mlp_slope(v8_load(A + i)), by_a = v8_load(d2 + i);
            v8 bend = v8_mul(v8_set1(-2), v8_mul(v8_load(A + i), v8_load(dA + i)));
            v8_store(d + i, v8_mul(by_a, slope));
            v8_store(r + i, v8_fma(by_a, bend, v8_mul(v8_load(r2 + i), slope)));
        }
    }
}
