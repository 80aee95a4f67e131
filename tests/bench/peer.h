/* The workloads as a program on a library's generator does them: one number at a time, one
 * replicate after the other. C and C++. Whoever includes this has defined double draw_normal(void),
 * draw_uniform(void) in (0, 1), size_t draw_below(size_t n). */
#pragma once

#include "work.h"

#include <math.h>

/* A peer takes longer, and its steps as long with one replicate as with many. */
enum { PEER_NORMALS = NORMALS / 10, BIAS_REPS = 4000 };

static double rows[ROWS][DIM], labels[ROWS], first[DIM];

static double dot(const double *a, const double *b)
{
    double sum = 0;
    for (size_t j = 0; j < DIM; j++)
        sum += a[j] * b[j];
    return sum;
}

/* a_i ~ N(0, I), b_i = sign(a_i . x*); x starts at 3 x* / |x*|. */
static void make_data(void)
{
    for (size_t j = 0; j < DIM; j++)
        first[j] = draw_normal();
    for (size_t i = 0; i < ROWS; i++) {
        for (size_t j = 0; j < DIM; j++)
            rows[i][j] = draw_normal();
        labels[i] = dot(rows[i], first) > 0 ? 1 : -1;
    }
    double scale = 3 / sqrt(dot(first, first));
    for (size_t j = 0; j < DIM; j++)
        first[j] *= scale;
}

/* F(x) = mean log(1 + exp(-b a.x)) + l2/2 |x|^2 */
static double objective(const double *x)
{
    double sum = 0;
    for (size_t i = 0; i < ROWS; i++)
        sum += log1p(exp(-labels[i] * dot(rows[i], x)));
    return sum / (double)ROWS + 0.5 * L2 * dot(x, x);
}

/* eta ~ N(a_i, noise_var I) */
static void draw(size_t i, double *eta)
{
    for (size_t j = 0; j < DIM; j++)
        eta[j] = rows[i][j] + sqrt(NOISE_VAR) * draw_normal();
}

static double derivative(double label, double y)
{
    return -label / (1 + exp(label * y));
}

/* The operator of order 2 on f' at two values of eta.x. */
static double second_order(double label, double y1, double y2)
{
    return 2 * derivative(label, 0.5 * (y1 + y2)) -
           0.5 * (derivative(label, y1) + derivative(label, y2));
}

/* G <- G + weight L2 f'(eta.x) eta', less the same at a second point when there is one, on the same
 * draws: the operator on two, a third for the Jacobian. */
static void add_estimate(const double *x, const double *previous, double weight, double *G)
{
    double eta[DIM];
    size_t i = draw_below(ROWS);
    draw(i, eta);
    double y1 = dot(eta, x), old1 = previous ? dot(eta, previous) : 0;
    draw(i, eta);
    double y2 = dot(eta, x), old2 = previous ? dot(eta, previous) : 0;
    double v = second_order(labels[i], y1, y2);
    if (previous)
        v -= second_order(labels[i], old1, old2);
    draw(i, eta);
    for (size_t j = 0; j < DIM; j++)
        G[j] += weight * v * eta[j];
}

/* x <- x - step (G + l2 x) */
static void move(double *x, const double *G, double step)
{
    for (size_t j = 0; j < DIM; j++)
        x[j] -= step * (G[j] + L2 * x[j]);
}

static void time_w1(const char *name)
{
    double x[DIM];
    make_data();
    memcpy(x, first, sizeof x);
    size_t steps = amount(STEPS);
    double start = seconds();
    for (size_t t = 0; t < steps; t++) {
        double G[DIM] = {0};
        add_estimate(x, NULL, 1, G);
        move(x, G, STEP);
    }
    say(name, seconds() - start, (double)steps, objective(x));
}

/* SpiderBoost: G from a large batch by coin and at first, else moved by a small one. */
static void spider_step(int large, const double *x, const double *previous, double *G)
{
    if (large)
        memset(G, 0, DIM * sizeof *G);
    const size_t batch = large ? B1 : B2;
    for (size_t b = 0; b < batch; b++)
        add_estimate(x, large ? NULL : previous, 1 / (double)batch, G);
}

static void time_w3(const char *name)
{
    double x[DIM], previous[DIM], G[DIM];
    make_data();
    memcpy(x, first, sizeof x);
    size_t steps = amount(W3_STEPS);
    double start = seconds();
    for (size_t t = 0; t < steps; t++) {
        spider_step(t == 0 || draw_uniform() < P_OUT, x, previous, G);
        memcpy(previous, x, sizeof x);
        move(x, G, W3_STEP);
    }
    say(name, seconds() - start, (double)steps, objective(x));
}

static void time_normals(const char *name)
{
    size_t n = amount(PEER_NORMALS);
    double sum = 0, start = seconds();
    for (size_t i = 0; i < n; i++)
        sum += draw_normal();
    say(name, seconds() - start, (double)n, sum / (double)n);
}

/* An operator: weights on means over windows of `size` blocks, cyclic, that start at multiples of
 * `step`. */
typedef struct operation {
    size_t blocks, m, terms; /* a block holds m draws at the least inner batch */
    size_t size[7], step[7];
    double weight[7];
} operation;

static const operation operations[BIAS_OPERATORS] = {
    {1, 12, 1, {1}, {1}, {1}},
    {2, 6, 2, {1, 2}, {1, 2}, {-1, 2}},
    {12,
     1,
     7,
     {1, 2, 3, 4, 6, 8, 12},
     {1, 2, 3, 4, 6, 4, 12},
     {1 / 36., -11 / 18., 3 / 4., 26 / 9., -9 / 2., -32 / 9., 6}},
};

/* The mean of s^4 over the windows of term e. */
static double window_mean(const operation *op, size_t e, const double *block)
{
    double sum = 0;
    for (size_t w = 0; w < op->blocks; w += op->step[e]) {
        double s = 0;
        for (size_t k = 0; k < op->size[e]; k++)
            s += block[w + k];
        s /= (double)op->size[e];
        sum += s * s * s * s;
    }
    return sum * (double)op->step[e] / (double)op->blocks;
}

/* One estimate of q at the mean, from blocks of m draws 2 sqrt(u) of the ramp, which stand twice in
 * a row. */
static double estimate(const operation *op, size_t m)
{
    double block[2 * BIAS_DRAWS], value = 0;
    for (size_t k = 0; k < op->blocks; k++) {
        double sum = 0;
        for (size_t i = 0; i < m; i++)
            sum += 2 * sqrt(draw_uniform());
        block[k] = block[op->blocks + k] = sum / (double)m;
    }
    for (size_t e = 0; e < op->terms; e++)
        value += op->weight[e] * window_mean(op, e, block);
    return value;
}

/* What the bias lab is after, for all to see: mean and variance of the estimates, by operator and
 * m. */
double bias_mean[BIAS_OPERATORS][BIAS_M + 1], bias_variance[BIAS_OPERATORS][BIAS_M + 1];

static void take_estimates(size_t k, size_t m, size_t reps)
{
    double sum = 0, squares = 0;
    for (size_t r = 0; r < reps; r++) {
        double v = estimate(&operations[k], m * operations[k].m);
        sum += v;
        squares += v * v;
    }
    bias_mean[k][m] = sum / (double)reps;
    bias_variance[k][m] = squares / (double)reps - bias_mean[k][m] * bias_mean[k][m];
}

/* The check is the first operator's bias at m = 1. */
static void time_w2(const char *name)
{
    double start = seconds(), draws = 0;
    size_t reps = amount(BIAS_REPS);
    for (size_t k = 0; k < BIAS_OPERATORS; k++)
        for (size_t m = 1; m <= BIAS_M; m *= 2) {
            take_estimates(k, m, reps);
            draws += (double)(reps * BIAS_DRAWS * m);
        }
    say(name, seconds() - start, draws, bias_mean[0][1] - pow(4 / 3., 4));
}

int main(int argc, char **argv)
{
    static const task tasks[] = {{"normals", time_normals}, {"w1", time_w1}, {"w1x10", time_w1},
                                 {"w1x1", time_w1},         {"w2", time_w2}, {"w3", time_w3}};
    return run_task(tasks, sizeof tasks / sizeof *tasks, argc, argv);
}
