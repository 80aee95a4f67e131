/* g_eta(x) = x + sd eta, f_i(y) = (y - i/n)^2 / 2: F(x) = mean of (x - i/n)^2 / 2 over i = 0 ..
 * n-1. */
#include "engine/cso/problem.h"
#include "engine/machine/level.h"

#include <string.h>

static const param params[] = {
    {"n", PARAM_INTEGER, 0, 20, 1, 1e6, NULL, "outer samples", "how many centres"},
    {"sd", PARAM_NUMBER, 0, 0.5, 0, INFINITY, NULL, NULL, "standard deviation of an inner draw"},
};

static void layout(problem *p, const arg *a, arena *memory)
{
    p->n = (size_t)a[0].number;
    p->d = p->p = 1;
    p->ld = ROW;
    p->constant_jacobian = true;
    p->own = arena_take(memory, sizeof(double));
}

static status init(problem *p, const arg *a)
{
    *(double *)p->own = a[1].number;
    p->start[0] = 4;
    return STATUS_OK;
}

static void outer(const problem *p, size_t n, lane *l)
{
    for (size_t i = 0; i < n; i++)
        l[i].xi = (uint32_t)stream_index(l[i].outer, p->n);
}

static double mean(const problem *p, stream *s, size_t m)
{
    double sum = 0;
    for (size_t t = 0; t < m; t++)
        sum += *stream_normals(s, 1);
    return *(const double *)p->own * sum / (double)m;
}

static void means(const problem *p, size_t n, const lane *l, size_t points, size_t K, size_t m,
                  double *y, size_t gap)
{
    size_t width = round_up(n, ROW);
    for (size_t i = 0; i < n; i++)
        for (size_t k = 0; k < K; k++) {
            double noise = mean(p, l[i].inner, m);
            for (size_t q = 0; q < points; q++)
                y[q * gap + k * width + i] = l[i].point[q][0] + noise;
        }
}

static void jacobian(const problem *p, size_t n, const lane *l, size_t points, size_t m, double *J)
{
    (void)l, (void)points, (void)m;
    memset(J, 0, n * p->ld * sizeof *J);
    for (size_t i = 0; i < n; i++)
        J[i * p->ld] = 1;
}

static void joint(const problem *p, size_t n, const lane *l, size_t points, size_t K, size_t m,
                  double *y, size_t gap, double *J)
{
    means(p, n, l, points, K, m, y, gap);
    jacobian(p, n * K, l, points, m, J);
}

static void jtv(const problem *p, size_t n, const lane *l, size_t points, size_t m, const double *v)
{
    (void)p, (void)m;
    for (size_t i = 0; i < n; i++)
        for (size_t q = 0; q < points; q++)
            l[i].out[0] += v[q * round_up(n, ROW) + i];
}

static void grad_f(const problem *p, size_t n, const lane *l, size_t rows, double *y)
{
    for (size_t r = 0; r < rows; r++, y += round_up(n, ROW))
        for (size_t i = 0; i < n; i++)
            y[i] -= (double)l[i].xi / (double)p->n;
}

static void f(const problem *p, size_t n, const lane *l, size_t rows, const double *y,
              double *value)
{
    for (size_t r = 0; r < rows; r++, y += round_up(n, ROW), value += round_up(n, ROW))
        for (size_t i = 0; i < n; i++) {
            double off = y[i] - (double)l[i].xi / (double)p->n;
            value[i] = off * off / 2;
        }
}

static double objective(const problem *p, const double *x, double *gradient)
{
    double sum = 0, slope = 0;
    for (size_t i = 0; i < p->n; i++) {
        double off = x[0] - (double)i / (double)p->n;
        sum += off * off / 2;
        slope += off;
    }
    if (gradient) {
        memset(gradient, 0, p->ld * sizeof *gradient);
        gradient[0] = slope / (double)p->n;
    }
    return sum / (double)p->n;
}

const problem_type TYPE(problem, parabola) = {
    .name = "parabola",
    .summary = "parabolas with noisy arguments",
    .source = "none",
    .params = params,
    .nparams = 2,
    .inner_kinds = 1,
    .inner_kind = {STREAM_NORMALS},
    .layout = layout,
    .init = init,
    .outer = outer,
    .means = means,
    .joint = joint,
    .jacobian = jacobian,
    .grad_f = grad_f,
    .f = f,
    .jtv = jtv,
    .objective = objective,
};
