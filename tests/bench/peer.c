/* The workloads as a program on GSL does them: one mt19937, one number at a time, one replicate
 * after the other. Prints `NAME nanoseconds check`, one line per workload. */
#include "work.h"

#include <gsl/gsl_randist.h>
#include <gsl/gsl_rng.h>
#include <math.h>
#include <stdio.h>

static double rows[ROWS][DIM], labels[ROWS];

static double dot(const double *a, const double *b)
{
    double sum = 0;
    for (size_t j = 0; j < DIM; j++)
        sum += a[j] * b[j];
    return sum;
}

/* a_i ~ N(0, I), b_i = sign(a_i . x*); x starts at 3 x* / |x*|. */
static void make_data(gsl_rng *r, double *x)
{
    for (size_t j = 0; j < DIM; j++)
        x[j] = gsl_ran_gaussian_ziggurat(r, 1);
    for (size_t i = 0; i < ROWS; i++) {
        for (size_t j = 0; j < DIM; j++)
            rows[i][j] = gsl_ran_gaussian_ziggurat(r, 1);
        labels[i] = dot(rows[i], x) > 0 ? 1 : -1;
    }
    double scale = 3 / sqrt(dot(x, x));
    for (size_t j = 0; j < DIM; j++)
        x[j] *= scale;
}

/* F(x) = mean log(1 + exp(-b a.x)) + l2/2 |x|^2 */
static double objective(const double *x)
{
    double sum = 0;
    for (size_t i = 0; i < ROWS; i++)
        sum += log1p(exp(-labels[i] * dot(rows[i], x)));
    return sum / ROWS + 0.5 * L2 * dot(x, x);
}

/* eta ~ N(a_i, noise_var I) */
static void draw(gsl_rng *r, size_t i, double *eta)
{
    for (size_t j = 0; j < DIM; j++)
        eta[j] = rows[i][j] + gsl_ran_gaussian_ziggurat(r, sqrt(NOISE_VAR));
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

/* x <- x - step (L2 f'(eta.x) eta' + l2 x): the operator on two draws, a third for the Jacobian. */
static void step(gsl_rng *r, double *x)
{
    double eta[DIM];
    size_t i = gsl_rng_uniform_int(r, ROWS);
    draw(r, i, eta);
    double y1 = dot(eta, x);
    draw(r, i, eta);
    double y2 = dot(eta, x);
    double v = second_order(labels[i], y1, y2);
    draw(r, i, eta);
    for (size_t j = 0; j < DIM; j++)
        x[j] -= STEP * (v * eta[j] + L2 * x[j]);
}

static void time_normals(gsl_rng *r)
{
    double sum = 0, start = seconds();
    for (size_t i = 0; i < NORMALS; i++)
        sum += gsl_ran_gaussian_ziggurat(r, 1);
    printf("normals %.4f %.4f\n", 1e9 * (seconds() - start) / NORMALS, sum / NORMALS);
}

/* G <- G + weight L2 f'(eta.x) eta', less the same at a second point when there is one, on the same
 * draws. */
static void add_estimate(gsl_rng *r, const double *x, const double *previous, double weight,
                         double *G)
{
    double eta[DIM];
    size_t i = gsl_rng_uniform_int(r, ROWS);
    draw(r, i, eta);
    double y1 = dot(eta, x), old1 = previous ? dot(eta, previous) : 0;
    draw(r, i, eta);
    double y2 = dot(eta, x), old2 = previous ? dot(eta, previous) : 0;
    double v = second_order(labels[i], y1, y2);
    if (previous)
        v -= second_order(labels[i], old1, old2);
    draw(r, i, eta);
    for (size_t j = 0; j < DIM; j++)
        G[j] += weight * v * eta[j];
}

/* SpiderBoost: G from a large batch by coin and at first, else moved by a small one. */
static void spider_step(gsl_rng *r, int first, double *x, double *previous, double *G)
{
    int large = first || gsl_rng_uniform(r) < P_OUT;
    for (size_t j = 0; j < DIM && large; j++)
        G[j] = 0;
    for (int b = 0; b < (large ? B1 : B2); b++)
        add_estimate(r, x, large ? NULL : previous, 1.0 / (large ? B1 : B2), G);
    for (size_t j = 0; j < DIM; j++) {
        previous[j] = x[j];
        x[j] -= W3_STEP * (G[j] + L2 * x[j]);
    }
}

static void time_w3(gsl_rng *r, const double *first)
{
    double last = 0, spent = 0;
    for (int k = 0; k < W3_REPLICATES; k++) {
        double x[DIM], previous[DIM], G[DIM], start = seconds();
        for (size_t j = 0; j < DIM; j++)
            x[j] = first[j];
        for (size_t t = 0; t < W3_STEPS; t++)
            spider_step(r, t == 0, x, previous, G);
        spent += seconds() - start;
        last += objective(x) / W3_REPLICATES;
    }
    printf("w3 %.4f %.4f\n", 1e9 * spent / ((double)W3_REPLICATES * W3_STEPS), last);
}

static void time_w1(gsl_rng *r, const double *first)
{
    double last = 0, spent = 0;
    for (int k = 0; k < REPLICATES; k++) {
        double x[DIM], start = seconds();
        for (size_t j = 0; j < DIM; j++)
            x[j] = first[j];
        for (size_t t = 0; t < STEPS; t++)
            step(r, x);
        spent += seconds() - start;
        last += objective(x) / REPLICATES;
    }
    printf("w1 %.4f %.4f\n", 1e9 * spent / (REPLICATES * (double)STEPS), last);
}

int main(void)
{
    gsl_rng *r = gsl_rng_alloc(gsl_rng_mt19937);
    double first[DIM];
    time_normals(r);
    make_data(r, first);
    time_w1(r, first);
    time_w3(r, first);
    gsl_rng_free(r);
}
