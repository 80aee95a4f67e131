#include "rates.h"

#include "engine/number/scalar.h"
#include "engine/number/stats.h"

#include <math.h>

static const double least = 0.5; /* alpha and beta that are believed, as in Giles' mlmc.m */
static const double most_alpha = 2, most_nested = 1;
static const double model_error = 0.1; /* of a logarithm to base 2: rates are not exact laws */
static const double ln_2 = 0.6931471805599453;

typedef struct fall {
    double rate;
    bool seen;
} fall;

/* Minus the slope of log2 y on the level, where y stands out of its standard error. */
static fall fit_fall(const double *y, const double *se, size_t from, size_t to)
{
    double level[RATES_MOST + 1], logs[RATES_MOST + 1], errors[RATES_MOST + 1];
    size_t n = 0;
    for (size_t l = from; l <= to; l++) {
        double relative = se[l] / y[l];
        if (!(y[l] > 0 && relative < 0.5))
            continue;
        level[n] = (double)l;
        logs[n] = log2(y[l]);
        errors[n++] = fmax(relative / ln_2, model_error);
    }
    if (n < 2)
        return (fall){NAN, false};
    return (fall){-stats_fit_line(level, logs, errors, n).slope, true};
}

rates_seen rates_fit(const terms_summary *level, size_t last)
{
    double mean[RATES_MOST + 1], mean_se[RATES_MOST + 1], var[RATES_MOST + 1],
        var_se[RATES_MOST + 1];
    for (size_t l = 1; l <= last; l++) {
        const terms_summary *a = &level[l];
        bool enough = a->n >= 2 && a->var > 0;
        mean[l] = fabs(a->mean);
        var[l] = a->var;
        mean_se[l] = enough ? sqrt(a->var / a->n) : INFINITY;
        var_se[l] = enough ? a->var * sqrt(fmax(a->kurtosis - 1, 0) / a->n) : INFINITY;
    }
    size_t from = last < 4 ? 1 : last / 2;
    fall alpha = fit_fall(mean, mean_se, from, last), beta = fit_fall(var, var_se, from, last);
    return (rates_seen){alpha.rate, beta.rate, alpha.seen, beta.seen, from};
}

/* Gamma of the costs of levels from .. last. */
static double growth(const double *cost, size_t from, size_t last)
{
    return last > from ? log2(cost[last] / cost[from]) / (double)(last - from) : 1;
}

rates rates_used(const rates_seen *seen, const rates_given *given, const double *cost, size_t last)
{
    double most = given->nested ? most_nested : most_alpha;
    double alpha = fmax(least, fmin(seen->has_alpha ? seen->alpha : 1, most));
    double beta = fmax(seen->has_beta ? seen->beta : 1, least);
    double gamma = growth(cost, seen->from, last);
    return (rates){isnan(given->alpha) ? alpha : given->alpha,
                   isnan(given->beta) ? beta : given->beta,
                   isnan(given->gamma) ? gamma : given->gamma};
}

/* A kurtosis for level l: its own or that of the level before, whichever is larger; few terms show
 * too little. */
static double kurtosis(const terms_summary *level, size_t l)
{
    double most = 3;
    for (size_t k = l > 0 ? l - 1 : 0; k <= l; k++)
        most = fmax(most, level[k].n >= 2 ? level[k].kurtosis : 3);
    return most;
}

void rates_variances(const terms_summary *level, size_t last, double beta, double *var)
{
    for (size_t l = 0; l <= last; l++) {
        double n = level[l].n;
        var[l] = n >= 2 ? level[l].var : 0;
        if (l >= 2 || n < 2) {
            double expected = var[l > 0 ? l - 1 : 0] / scalar_pow(2, beta);
            double weight = kurtosis(level, l);
            var[l] = scalar_max((n * var[l] + weight * expected) / (n + weight), 0.5 * expected);
        }
    }
}

void rates_cushion(const double *var, const terms_summary *level, size_t last, double *out)
{
    for (size_t l = 0; l <= last; l++)
        out[l] = var[l] * (1 + sqrt((kurtosis(level, l) - 1) / fmax(level[l].n, 2)));
}

double rates_left(const terms_summary *level, size_t last, double alpha)
{
    double mean[RATES_MOST + 1], most = 0;
    for (size_t l = 1; l <= last; l++) {
        mean[l] = level[l].n > 0 ? fabs(level[l].mean) : 0;
        if (l >= 2)
            mean[l] = fmax(mean[l], 0.5 * mean[l - 1] / scalar_pow(2, alpha));
    }
    for (size_t l = last > 3 ? last - 2 : 1; l <= last; l++)
        most = fmax(most, mean[l] / scalar_pow(2, alpha * (double)(last - l)));
    return most / (scalar_pow(2, alpha) - 1);
}

double rates_counts(const double *var, const double *cost, size_t last, double wanted, double *n)
{
    double sum = 0, all = 0;
    for (size_t l = 0; l <= last; l++)
        sum += sqrt(var[l]) * sqrt(cost[l]); /* their product may be beyond the largest number */
    for (size_t l = 0; l <= last; l++) {
        n[l] = var[l] > 0 ? ceil(sqrt(var[l] / cost[l]) * sum / wanted) : 0;
        all += n[l] * cost[l];
    }
    return all;
}
