/* Whether a correction pays, for a law and a q: the mean square error of the plug-in minus that of
 * the corrected value (gain), over samples and splits; exact for zeros and ones, else simulated,
 * with its error. Written without the engine's splits and subsets. */
#pragma once

#include <string.h>

#include "engine/operator/extrap.h"
#include "engine/law/rng.h"
#include "engine/number/stats.h"
#include "verdict_laws.h"

enum { MOST_ROWS = 1000, MOST_QUESTIONS = 16, SPLITS = 4, SEED = 1 };

/* q of a mean s of rows; it may have its kinks at the law's mean or some standard deviations beside
 * it. */
typedef double (*number_of)(double s, const law *of);

typedef struct question {
    const char *kind, *name;
    number_of q;
    bool steep; /* as exp: a mean square error takes bounded rows */
} question;

typedef struct truth {
    moments gain, error;
} truth;

static inline void draw_rows(const law *of, uint64_t number, purpose use, double *x, size_t n)
{
    stream s;
    stream_init(&s, STREAM_UNIFORMS, SEED, number, use, 0);
    for (size_t i = 0; i < n; i++) {
        const double *u = stream_uniforms(&s, 2);
        x[i] = of->draw(u[0], u[1]);
    }
}

static inline void shuffle(stream *s, double *x, size_t n)
{
    for (size_t i = n; i > 1; i--) {
        size_t k = (size_t)stream_index(s, i);
        double swap = x[k];
        x[k] = x[i - 1];
        x[i - 1] = swap;
    }
}

/* The rows of the blocks of window e of n rows. */
static inline size_t window_rows(const extrap *op, size_t e, size_t n)
{
    size_t count = 0, K = op->draws;
    for (size_t i = 0; i < op->window[e].size; i++) {
        size_t k = op->window[e].start + i;
        count += (k + 1) * n / K - k * n / K;
    }
    return count;
}

static inline double window_mean(const extrap *op, size_t e, const double *x, size_t n)
{
    double sum = 0;
    size_t K = op->draws, first = op->window[e].start, end = first + op->window[e].size;
    for (size_t i = first * n / K; i < end * n / K; i++)
        sum += x[i];
    return sum / (double)window_rows(op, e, n);
}

/* What the operator takes off, from q at its windows minus the plug-in. */
static inline double weigh(const extrap *op, const double *less, size_t n)
{
    double off = 0, rows[65] = {0}, sum[65] = {0};
    for (size_t e = 0; e < op->windows; e++) {
        double count = (double)window_rows(op, e, n);
        rows[op->window[e].size] += count;
        sum[op->window[e].size] += count * less[e];
    }
    for (size_t t = 0; t < op->terms; t++)
        if (op->term[t].size < op->draws)
            off -= op->term[t].weight * sum[op->term[t].size] / rows[op->term[t].size];
    return off;
}

static inline double take_off(const extrap *op, const law *of, number_of q, const double *mean,
                              size_t n, double plugin)
{
    double less[128];
    for (size_t e = 0; e < op->windows; e++)
        less[e] = q(mean[e], of) - plugin;
    return weigh(op, less, n);
}

/* Adds one sample, whose rows are shuffled on the way. */
static inline void try_sample(const extrap *op, const law *of, const question *q, size_t questions,
                              double *x, size_t n, stream *s, truth *t)
{
    moments off[MOST_QUESTIONS] = {0};
    double plugin[MOST_QUESTIONS], means[128], mean = 0;
    for (size_t r = 0; r < n; r++)
        mean += x[r] / (double)n;
    for (size_t j = 0; j < questions; j++)
        plugin[j] = q[j].q(mean, of);
    for (size_t k = 0; k < SPLITS; k++) {
        if (k > 0)
            shuffle(s, x, n);
        for (size_t e = 0; e < op->windows; e++)
            means[e] = window_mean(op, e, x, n);
        for (size_t j = 0; j < questions; j++)
            moments_add(&off[j], take_off(op, of, q[j].q, means, n, plugin[j]));
    }
    for (size_t j = 0; j < questions; j++) {
        double r = off[j].mean, error = plugin[j] - q[j].q(of->mean, of);
        moments_add(&t[j].gain, 2 * error * r - r * r + moments_var(&off[j]) / SPLITS);
        moments_add(&t[j].error, error * error);
    }
}

static inline void simulate_truth(const extrap *op, const law *of, const question *q,
                                  size_t questions, size_t n, truth *t)
{
    static double x[MOST_ROWS];
    size_t samples = 20000 + 1000000 / n;
    stream s;
    stream_init(&s, STREAM_WORDS, SEED, n, PURPOSE_SPLIT, 1);
    for (size_t i = 0; i < samples; i++) {
        draw_rows(of, i, PURPOSE_OUTER, x, n);
        try_sample(op, of, q, questions, x, n, &s, t);
    }
}

/* The chance of k ones in n rows. */
static inline double binomial(size_t n, size_t k, double p)
{
    return exp(lgamma((double)n + 1) - lgamma((double)k + 1) - lgamma((double)(n - k) + 1) +
               (double)k * log(p) + (double)(n - k) * log1p(-p));
}

/* The chance of j ones in r of n rows, k of which are ones. */
static inline double hypergeometric(size_t n, size_t k, size_t r, size_t j)
{
    if (j > k || r - j > n - k)
        return 0;
    double a = lgamma((double)k + 1) - lgamma((double)j + 1) - lgamma((double)(k - j) + 1);
    double b = lgamma((double)(n - k) + 1) - lgamma((double)(r - j) + 1) -
               lgamma((double)(n - k - r + j) + 1);
    double c = lgamma((double)n + 1) - lgamma((double)r + 1) - lgamma((double)(n - r) + 1);
    return exp(a + b - c);
}

/* The mean of q over all subsets of r of n rows, k of which are ones. */
static inline double subset_mean(const law *of, number_of q, size_t n, size_t k, size_t r)
{
    double sum = 0;
    for (size_t j = 0; j <= r; j++) {
        double share = hypergeometric(n, k, r, j);
        if (share > 0)
            sum += share * q((double)j / (double)r, of);
    }
    return sum;
}

/* What the operator takes off k ones in n rows, over all splits. */
static inline double take_off_all(const extrap *op, const law *of, number_of q, size_t n, size_t k,
                                  double plugin)
{
    double less[128];
    for (size_t e = 0; e < op->windows; e++)
        less[e] = subset_mean(of, q, n, k, window_rows(op, e, n)) - plugin;
    return weigh(op, less, n);
}

/* The truth of a law of zeros and ones. */
static inline void find_exact_truth(const extrap *op, const law *of, const question *q, size_t n,
                                    truth *t)
{
    double gain = 0, mse = 0, right = q->q(of->mean, of);
    for (size_t k = 0; k <= n; k++) {
        double p = binomial(n, k, of->chance);
        if (p < 1e-18)
            continue;
        double plugin = q->q((double)k / (double)n, of), error = plugin - right;
        double off = take_off_all(op, of, q->q, n, k, plugin);
        gain += p * off * (2 * error - off);
        mse += p * error * error;
    }
    *t = (truth){{.n = 2, .mean = fabs(gain) > 1e-9 * mse ? gain : 0}, {.n = 2, .mean = mse}};
}

/* t <- the truth of each question. */
static inline void find_truth(const extrap *op, const law *of, const question *q, size_t questions,
                              size_t n, truth *t)
{
    memset(t, 0, questions * sizeof *t);
    if (of->chance == 0)
        simulate_truth(op, of, q, questions, n, t);
    for (size_t j = 0; j < questions && of->chance > 0; j++)
        find_exact_truth(op, of, &q[j], n, &t[j]);
}
