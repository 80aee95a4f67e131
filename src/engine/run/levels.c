/* On each level both estimators run on the same draws (sampling.h); rates are fitted to both. */
#include "levels.h"

#include "engine/number/norm.h"
#include "engine/number/num.h"
#include "engine/number/rounding.h"
#include "engine/number/slope.h"

#include <assert.h>
#include <string.h>

#define LOG_2 0.6931471805599453

/* Smooth f has alpha 1 and beta 2; rates that stay clearly below both have not begun. */
#define SMOOTH_ALPHA 0.85
#define SMOOTH_BETA 1.85

/* The two estimators of a level: one term H^l alone, and the plain h^l. */
typedef struct pair {
    estimator term, plain;
    sampling_config term_config, plain_config;
} pair;

typedef union plain_operator {
    extrap op;
    char block[sizeof(extrap) + sizeof(extrap_window)];
} plain_operator;

static void make_plain_operator(plain_operator *out)
{
    const uint32_t size = 1;
    const fraction weight = {1, 1};
    extrap_init(&out->op, "plain", &size, &weight, 1, false);
}

/* Each level has its own seed; the pair of a level shares its draws. */
static void make_pair(const levels_config *c, const plain_operator *plain, size_t level, pair *out)
{
    const estimator *e = c->estimator;
    size_t m = (size_t)1 << level;
    out->term = (estimator){.type = estimator_find("v-mlmc"),
                            .problem = e->problem,
                            .of = e->of,
                            .batch = 1,
                            .lanes = LANES,
                            .levels = {.last = level}};
    assert(level <= LEVEL_MOST && out->term.type);
    out->term.levels.terms[level] = 1;
    out->plain = (estimator){.type = estimator_find("extrapolated"),
                             .problem = e->problem,
                             .op = &plain->op,
                             .of = e->of,
                             .m = m,
                             .m_jacobian = m,
                             .batch = 1,
                             .lanes = 1};
    out->term_config = (sampling_config){.estimator = &out->term,
                                         .x = c->x,
                                         .reps = c->reps,
                                         .seed = c->seed + 1000003 * level,
                                         .threads = c->threads,
                                         .interrupt = c->interrupt,
                                         .bare = level > 0};
    out->plain_config = out->term_config;
    out->plain_config.estimator = &out->plain;
    out->plain_config.bare = false;
}

size_t levels_work(const levels_config *c)
{
    plain_operator plain;
    pair p;
    make_plain_operator(&plain);
    make_pair(c, &plain, c->last, &p);
    size_t term = sampling_work(&p.term_config), other = sampling_work(&p.plain_config);
    return (term > other ? term : other) +
           round_up(3 * sampling_outputs(c->estimator) * sizeof(tally), ARENA_ALIGN);
}

/* The norm of the means of `outputs` tallies; the mean itself where there is one. */
static double mean_size(const tally *t, size_t outputs)
{
    if (outputs == 1)
        return tally_mean(t);
    for (size_t j = 0; j < outputs; j++)
        if (!isfinite(tally_mean(&t[j])))
            return fabs(tally_mean(&t[j]));
    return norm_value(norm_of(&t->finite.mean, outputs, sizeof *t / sizeof t->finite.mean));
}

/* The scale of all values of both. */
static double scale_of(const tally *a, const tally *b, size_t outputs)
{
    double scale = 0;
    for (size_t j = 0; j < outputs; j++)
        scale = scale_common(scale, scale_common(a[j].finite.scale, b[j].finite.scale));
    return scale > 0 ? scale : SCALE_MOST;
}

/* Of the values times a scale; NAN where some are not finite. */
static double total_var(const tally *t, size_t outputs, double scale)
{
    double sum = 0;
    for (size_t j = 0; j < outputs; j++)
        sum += tally_check(&t[j]) == TALLY_NOT_FINITE ? (double)NAN
                                                      : moments_var_in(&t[j].finite, scale);
    return sum;
}

static double largest_kurtosis(const tally *t, size_t outputs)
{
    double largest = NAN;
    for (size_t j = 0; j < outputs; j++)
        largest = fmax(largest, moments_kurtosis(&t[j].finite));
    return largest;
}

/* E H^l = E h^l - E h^(l-1): how far the three means are from it; 0 where that is rounding. */
static double consistency(const tally *a, const tally *b, const tally *c, const level_row *row,
                          size_t outputs)
{
    double off = 0, n = tally_n(a), scale = row->scale;
    for (size_t j = 0; j < outputs; j++) {
        double d = (tally_mean(&a[j]) - tally_mean(&b[j]) + tally_mean(&c[j])) * scale;
        off += d * d;
    }
    double se =
        sqrt(row->var / n) + sqrt(row->plain_var / n) + sqrt(total_var(c, outputs, scale) / n);
    return sqrt(off) <= row->rounding ? 0 : sqrt(off) / (3 * se);
}

/* The rounding is that of a mean of 2^l draws, by the size that one h^l has. */
static level_row summarize(size_t level, const tally *term, const tally *plain, const tally *before,
                           const sampled *seen, size_t outputs)
{
    double scale = scale_of(term, plain, outputs), n = tally_n(term);
    double var = total_var(term, outputs, scale);
    level_row row = {
        .scale = scale,
        .mean = mean_size(term, outputs) * scale,
        .se = var > 0 ? sqrt(var / n) : (double)NAN,
        .var = var,
        .kurtosis = var > 0 ? largest_kurtosis(term, outputs) : (double)NAN,
        .cost = (double)calls_samples(seen->total) / n,
        .plain = mean_size(plain, outputs) * scale,
        .plain_var = total_var(plain, outputs, scale),
    };
    double size = fabs(row.plain) + sqrt(row.plain_var);
    row.rounding = rounding_floor(rounding_of_mean(2 * size, ldexp(1, (int)level)), 1);
    row.consistency = level ? consistency(term, plain, before, &row, outputs) : NAN;
    return row;
}

static void rescale(level_row *row, double scale)
{
    double r = scale / row->scale;
    row->scale = scale;
    row->mean *= r;
    row->se *= r;
    row->var = row->var * r * r;
    row->plain *= r;
    row->plain_var = row->plain_var * r * r;
    row->rounding *= r;
}

static void share_scale(level_row *row, size_t rows)
{
    double scale = SCALE_MOST;
    for (size_t l = 0; l < rows; l++)
        scale = fmin(scale, row[l].scale);
    for (size_t l = 0; l < rows; l++)
        rescale(&row[l], scale);
}

static status make_rows(const levels_config *c, void *work, level_row *row, size_t *made)
{
    size_t outputs = sampling_outputs(c->estimator);
    tally *term = work, *plain = term + outputs, *before = plain + outputs;
    char *space = (char *)work + round_up(3 * outputs * sizeof *term, ARENA_ALIGN);
    plain_operator op;
    make_plain_operator(&op);
    for (*made = 0; *made <= c->last; ++*made) {
        pair p;
        sampled of_terms, of_plain;
        progress_report(c->progress, (double)*made / (double)(c->last + 1), NAN, NAN);
        make_pair(c, &op, *made, &p);
        memset(space, 0, sampling_work(&p.term_config));
        status s = sampling_run(&p.term_config, space, term, &of_terms);
        memset(space, 0, sampling_work(&p.plain_config));
        if (s == STATUS_OK)
            s = sampling_run(&p.plain_config, space, plain, &of_plain);
        if (s != STATUS_OK)
            return s;
        row[*made] = summarize(*made, term, plain, before, &of_terms, outputs);
        row[*made].odd = of_terms.odd;
        oddity_merge(&row[*made].odd, &of_plain.odd);
        row[*made].not_finite = (double)row[*made].odd.n;
        memcpy(before, plain, outputs * sizeof *before);
    }
    return STATUS_OK;
}

status levels_run(const levels_config *c, void *work, level_row *row, size_t *made)
{
    status s = make_rows(c, work, row, made);
    share_scale(row, *made);
    return sampling_ended(c->interrupt, s, *made > 0);
}

/* NAN where the square of sd is beyond the range of double. */
static double var_of(double var, double sd)
{
    return sd == 0 || isnormal(var) ? var : (double)NAN;
}

level_row levels_unscale(const level_row *row)
{
    level_row out = *row;
    out.sd = sqrt(row->var) / row->scale;
    out.plain_sd = sqrt(row->plain_var) / row->scale;
    rescale(&out, 1);
    out.var = var_of(out.var, out.sd);
    out.plain_var = var_of(out.plain_var, out.plain_sd);
    return out;
}

static double log2_of(double x)
{
    return num_log(x) / LOG_2;
}

/* Minus the slope of log2 y on the level, where y has an error and stands out of noise and
 * rounding; n <- how many levels that were. */
static line_fit fit_fall(const double *y, const double *se, const double *rounding, size_t from,
                         size_t to, size_t *n)
{
    double level[LEVELS_MOST + 1], log_y[LEVELS_MOST + 1], log_se[LEVELS_MOST + 1];
    line_fit f = {NAN, NAN, NAN};
    *n = 0;
    for (size_t l = from; l <= to; l++) {
        if (!(fabs(y[l]) > 3 * se[l] && se[l] > 0 && fabs(y[l]) > rounding[l]))
            continue;
        level[*n] = (double)l;
        log_y[*n] = log2_of(fabs(y[l]));
        log_se[*n] = fmax(fmax(se[l], rounding[l]) / (fabs(y[l]) * LOG_2), SLOPE_LOG_ERROR);
        ++*n;
    }
    if (*n >= 2)
        f = stats_fit_line(level, log_y, log_se, *n);
    f.slope = -f.slope;
    return f;
}

level_rates levels_fit(const level_row *row, size_t rows)
{
    if (rows < 2)
        return (level_rates){NAN, NAN, NAN, NAN, NAN, .beta_before = NAN};
    size_t last = rows - 1;
    double mean[LEVELS_MOST + 1], mean_se[LEVELS_MOST + 1], var[LEVELS_MOST + 1],
        var_se[LEVELS_MOST + 1], rounding[LEVELS_MOST + 1], rounding_var[LEVELS_MOST + 1];
    level_rates r = {.from = (last + 1) / 2, .to = last, .constant = true};
    size_t used, used_var;
    for (size_t l = 0; l <= last; l++) {
        double n = row[l].var / (row[l].se * row[l].se);
        r.constant = r.constant && (l == 0 || fabs(row[l].mean) <= row[l].rounding);
        mean[l] = row[l].mean;
        mean_se[l] = row[l].se;
        var[l] = row[l].var;
        rounding[l] = row[l].rounding;
        rounding_var[l] = row[l].rounding * row[l].rounding;
        var_se[l] = row[l].var * sqrt((row[l].kurtosis - 1) / n);
    }
    line_fit alpha = fit_fall(mean, mean_se, rounding, r.from, last, &used);
    line_fit beta = fit_fall(var, var_se, rounding_var, r.from, last, &used_var);
    r.beta_before = fit_fall(var, var_se, rounding_var, 1, r.from, &used_var).slope;
    r.gone = var[last] <= rounding_var[last];
    r.alpha = alpha.slope;
    r.alpha_half_width = alpha.half_width;
    r.beta = beta.slope;
    r.beta_half_width = beta.half_width;
    r.gamma =
        last > r.from ? log2_of(row[last].cost / row[r.from].cost) / (double)(last - r.from) : NAN;
    r.left_out = last - r.from + 1 - used;
    r.flat = !(r.alpha > SMOOTH_ALPHA) && r.beta + r.beta_half_width < SMOOTH_BETA;
    r.alpha_known = !slope_doubt(r.alpha, r.alpha_half_width);
    r.beta_known = !slope_doubt(r.beta, r.beta_half_width);
    return r;
}

/* A quantity y of level l: from the table, or by its rate beyond it. */
static double beyond(double y_last, double rate, size_t last, size_t l)
{
    return y_last * num_exp(-LOG_2 * rate * (double)(l - last));
}

/* What the levels beyond l would add: the bias of E h^l. */
static double bias_left(const level_row *row, size_t last, double alpha, size_t l)
{
    double tail = fabs(row[last].mean) / (num_exp(LOG_2 * alpha) - 1);
    if (l > last)
        return beyond(tail, alpha, last, l);
    for (size_t k = l + 1; k <= last; k++)
        tail += fabs(row[k].mean);
    return tail;
}

/* The least cost of a variance of eps^2/2: n_l proportional to sqrt(var_l / cost_l). */
static void share_out(const double *var, const double *cost, double eps, level_plan *out)
{
    double sum = 0;
    for (size_t l = 0; l <= out->last; l++)
        sum += sqrt(var[l] * cost[l]);
    out->cost = 0;
    for (size_t l = 0; l <= out->last; l++) {
        out->n[l] = fmax(1, ceil(2 / (eps * eps) * sqrt(var[l] / cost[l]) * sum));
        out->cost += out->n[l] * cost[l];
    }
}

const char *levels_plan(const level_row *row, size_t rows, const level_rates *r, double eps,
                        level_plan *out)
{
    double var[LEVEL_MOST + 1], cost[LEVEL_MOST + 1];
    size_t L = 0, last = rows - 1;
    eps *= row->scale;
    if (r->constant)
        return "no level above 0 has more than rounding";
    for (size_t l = 0; l < rows; l++)
        if (row[l].not_finite > 0)
            return "some estimates are not finite";
    if (r->flat)
        return "the rates have not begun";
    if (!(r->alpha_half_width < 0.5 * r->alpha && r->beta_half_width < 0.5 * r->beta))
        return "the rates are not known well enough, take more reps";
    while (L <= LEVEL_MOST && bias_left(row, last, r->alpha, L) > eps / sqrt(2))
        L++;
    if (L > LEVEL_MOST)
        return "it takes more than 40 levels";
    for (size_t l = 0; l <= L; l++) {
        var[l] = l > last ? beyond(row[last].var, r->beta, last, l) : row[l].var;
        cost[l] = l > last ? beyond(row[last].cost, -r->gamma, last, l) : row[l].cost;
    }
    *out = (level_plan){.last = L, .extrapolated = L > last};
    share_out(var, cost, eps, out);
    out->plain_cost = ceil(2 * row[L > last ? last : L].plain_var / (eps * eps)) * cost[L];
    return isfinite(out->cost) ? NULL : "it takes more samples than a number can count";
}
