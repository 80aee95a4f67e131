/* Scorers h(a; w) of data rows: linear, h = w.a, or a network of mlp.h. */
#pragma once

#include "mlp.h"
#include "rows.h"

enum { SCORER_WEIGHTS = MLP_WEIGHTS /* at most */ };

typedef struct scorer {
    mlp net;           /* of inputs only where h is linear */
    size_t weights;    /* length of w */
    const double *row; /* the data, rows of net.width[0] numbers */
    size_t stride;
} scorer;

/* The scorer of rows of d numbers with these hidden widths, none for a linear one. NULL or what was
 * expected. */
static inline const char *scorer_init(scorer *s, size_t d, const double *hidden, size_t count)
{
    *s = (scorer){.net = {.width[0] = d}, .weights = d, .stride = round_up(d, ROWS_ALIGN)};
    if (d > SCORER_WEIGHTS)
        return "expected rows of at most 16384 numbers";
    if (count == 0)
        return NULL;
    const char *wrong = mlp_init(&s->net, d, hidden, count);
    s->weights = s->net.weights;
    return wrong;
}

static inline bool scorer_is_linear(const scorer *s)
{
    return s->net.layers == 0;
}

/* A part's rows as the network's inputs; unused points repeat the last. */
static inline void scorer_load(const scorer *s, size_t n, const uint32_t *row, mlp_activation a)
{
    for (size_t t = 0; t < MLP_POINTS; t++) {
        const double *from = s->row + row[t < n ? t : n - 1] * s->stride;
        for (size_t j = 0; j < s->net.width[0]; j++)
            a[j * MLP_POINTS + t] = from[j];
    }
}

static inline size_t scorer_part(size_t left)
{
    return left < MLP_POINTS ? left : MLP_POINTS;
}

static inline void scorer_network_scores(const scorer *s, const double *w, size_t n,
                                         const uint32_t *row, double *h)
{
    mlp_activation a;
    for (size_t t = 0; t < n; t += MLP_POINTS) {
        scorer_load(s, scorer_part(n - t), row + t, a);
        mlp_forward(&s->net, w, a);
        memcpy(h + t, mlp_output(&s->net, a), scorer_part(n - t) * sizeof *h);
    }
}

/* Eight rows at a time. */
static inline void scorer_linear_scores(const scorer *s, const double *w, size_t n,
                                        const uint32_t *row, double *h)
{
    size_t ld = round_up(s->net.width[0], ROW);
    for (size_t t = 0; t < n; t += ROW) {
        v8 partial[ROW];
        for (size_t i = 0; i < ROW; i++)
            partial[i] =
                t + i < n ? rows_partial_dot(s->row + row[t + i] * s->stride, w, ld) : v8_set1(0);
        v8_store(h + t, v8_sums(partial));
    }
}

/* h <- the scores of n rows of the data; room for n rounded up to 8. */
static inline void scorer_scores(const scorer *s, const double *w, size_t n, const uint32_t *row,
                                 double *h)
{
    if (scorer_is_linear(s))
        scorer_linear_scores(s, w, n, row, h);
    else
        scorer_network_scores(s, w, n, row, h);
}

static inline void scorer_network_add(const scorer *s, const double *w, size_t n,
                                      const uint32_t *row, const double *weight, double *gradient)
{
    mlp_activation a;
    for (size_t t = 0; t < n; t += MLP_POINTS) {
        double output[MLP_POINTS] = {0};
        size_t used = scorer_part(n - t);
        scorer_load(s, used, row + t, a);
        mlp_forward(&s->net, w, a);
        memcpy(output, weight + t, used * sizeof *output);
        mlp_backward(&s->net, w, a, used, output, gradient);
    }
}

/* gradient += sum of weight[t] times the gradient by w of row t's score; keeps its padding zero. */
static inline void scorer_add_gradients(const scorer *s, const double *w, size_t n,
                                        const uint32_t *row, const double *weight, double *gradient)
{
    size_t ld = round_up(s->net.width[0], ROW);
    if (!scorer_is_linear(s)) {
        scorer_network_add(s, w, n, row, weight, gradient);
        return;
    }
    for (size_t c = 0; c < ld; c += ROW) {
        v8 sum = v8_load(gradient + c);
        for (size_t t = 0; t < n; t++)
            sum = v8_fma(v8_set1(weight[t]), v8_load(s->row + row[t] * s->stride + c), sum);
        v8_store(gradient + c, sum);
    }
}

/* gradient += weight times the gradient by w of one row's score. */
static inline void scorer_add_scaled(const scorer *s, const double *w, uint32_t row, double weight,
                                     double *gradient)
{
    size_t ld = round_up(s->weights, ROW);
    if (scorer_is_linear(s)) {
        rows_add(gradient, weight, s->row + row * s->stride, ld);
        return;
    }
    double one[SCORER_WEIGHTS];
    memset(one, 0, ld * sizeof *one);
    scorer_network_add(s, w, 1, &row, &(double){1}, one);
    rows_add(gradient, weight, one, ld);
}
