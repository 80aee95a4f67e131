/* Notation of the paper: L_F, C_F smoothness and Lipschitz constant of F, Lt = L_F with tilde,
 * si2 = sigma_in^2, sb2 = sigma_bias^2, c = sigma_bias with tilde = C_g C_e, V = si2/m + C_F^2,
 * D = F(x0) - F*, R = 1 + 1/(T p_out). A large outer batch is taken with p_out = 1/B2, a large
 * inner one with p_in = 1/S2.
 *
 * Right-hand sides of the proofs for mean |grad F(x_t)|^2, t < T:
 *   BSGD, E-BSGD       2 D/(step T) + a L_F step V + bias^2,   a = 1 or 14
 *   (E-)BSpiderBoost   2 D/(step T) + 2 bias^2 + 6 a R V/B1,   for finite sums si2/m in place of V
 * with bias^2 = sb2/m (L1) or c^2/m^4 (L2). */
#include "theory.h"

#include "engine/number/norm.h"
#include "problem.h"

#include <math.h>
#include <string.h>

const param theory_params[THEORY_COUNT] = {
#define THEORY_PARAM(symbol, type, more, from, text)                                               \
    {.name = #symbol,                                                                              \
     .kind = type,                                                                                 \
     .flags = PARAM_OPTIONAL | (more),                                                             \
     .low = type == PARAM_INTEGER,                                                                 \
     .meaning = text},
    THEORY_CONSTANTS(THEORY_PARAM)
#undef THEORY_PARAM
};

static const struct {
    size_t at;
    const char *from;
} constants[THEORY_COUNT] = {
#define THEORY_PLACE(name, kind, flags, from, meaning) {offsetof(theory_constants, name), from},
    THEORY_CONSTANTS(THEORY_PLACE)
#undef THEORY_PLACE
};

double *theory_constant(theory_constants *k, size_t i)
{
    return (double *)((char *)k + constants[i].at);
}

const char *theory_derived_from(size_t i)
{
    return constants[i].from;
}

static double square(double x)
{
    return x * x;
}

static void fill(double *x, double value)
{
    if (isnan(*x))
        *x = value;
}

void theory_derive(theory_constants *k)
{
    fill(&k->l2, 0);
    fill(&k->L_F, k->L_g * k->C_f + square(k->C_g) * k->L_f + k->l2);
    fill(&k->C_F, k->C_f * k->C_g);
    fill(&k->Lt, k->zeta_g * k->C_f + k->sigma_g * k->C_g * k->L_f);
    fill(&k->sb2, square(k->sigma_g * k->C_g * k->L_f));
    fill(&k->si2, square(k->zeta_g * k->C_f) + square(k->sigma_g * k->C_g * k->L_f));
    fill(&k->c, k->C_g * k->C_e);
}

/* The size x rounded up, at least 1. What exceeds a whole number by rounding errors only is that
 * number. */
static double up(double x)
{
    return fmax(1, ceil(x * (1 - 1e-12)));
}

typedef struct request {
    double eps;
    bool as_printed, strict;
    int order;
    const theory_constants *k;
} request;

/* V(m), or its part si2/m for finite sums; the statements about extrapolated methods have Lt^2 for
 * si2. */
static double variance(const request *r, double m, bool finite, bool as_printed)
{
    double inner = as_printed && r->order == 2 ? square(r->k->Lt) : r->k->si2;
    return inner / m + (finite ? 0 : square(r->k->C_F));
}

static double bias_of(const request *r, double m)
{
    return r->order == 1 ? sqrt(r->k->sb2 / m) : r->k->c / square(m);
}

static double bias2(const request *r, double m)
{
    return r->order == 1 ? r->k->sb2 / m : square(bias_of(r, m));
}

/* m with bias^2 = eps^2/share. */
static double inner_size(const request *r, double share)
{
    double eps2 = square(r->eps);
    if (r->order == 1)
        return (r->as_printed ? 1 : share) * r->k->sb2 / eps2;
    if (r->as_printed)
        return r->k->c / sqrt(r->eps);
    return sqrt(sqrt(share)) * sqrt(r->k->c / r->eps);
}

/* thm:bsgd, thm:ebsgd */
static void plan_sgd(const request *r, theory_plan *p)
{
    double L = r->k->L_F, D = r->k->D, eps4 = square(square(r->eps));
    double spread = r->order == 1 ? 1 : 14, large = r->order == 1 ? 2 : 112;
    p->m = up(inner_size(r, 1));
    double V = variance(r, p->m, false, r->as_printed);
    if (r->as_printed)
        p->steps = up(D * L * V / eps4);
    else
        p->steps = up(fmax(large * D * L * V / eps4, 8 * L * D / (spread * V)));
    p->step = fmin(1 / (2 * L), sqrt(2 * D / (spread * L * V * p->steps)));
    p->samples = (r->order + 1) * p->m * p->steps;
    p->factor = L * p->step;
    p->bound = 2 * D / (p->step * p->steps) +
               spread * L * p->step * variance(r, p->m, false, false) + bias2(r, p->m);
}

/* Points at which SpiderBoost evaluates, over all steps: one in a large batch, two in a small one.
 */
static double outer_points(const theory_plan *p)
{
    return p->B1 + (p->steps - 1) * (p->p_out * p->B1 + 2 * (1 - p->p_out) * p->B2);
}

/* Steps, their size, the cost and the bound once m, B1 and B2 are there. */
static void finish_spiderboost(const request *r, theory_plan *p, bool finite, double step)
{
    double L = r->k->L_F, D = r->k->D, spread = r->order == 1 ? 1 : 14;
    p->p_out = 1 / p->B2;
    p->step = step;
    p->steps = up((r->as_printed ? 1 : 26) * L * D / square(r->eps));
    if (r->strict)
        p->steps = fmax(p->steps, p->B2); /* T p_out >= 1 */
    p->samples = (r->order + 1) * p->m * outer_points(p);
    p->factor = 84 * square(L * step);
    p->bound =
        2 * D / (step * p->steps) + 2 * bias2(r, p->m) +
        6 * spread * (1 + 1 / (p->steps * p->p_out)) * variance(r, p->m, finite, false) / p->B1;
}

/* thm:bspiderboost, thm:ebspiderboost */
static void plan_spiderboost(const request *r, theory_plan *p)
{
    p->m = up(inner_size(r, 2));
    p->B1 = up(variance(r, p->m, false, r->as_printed) / square(r->eps));
    p->B2 = r->as_printed && r->order == 1 ? up(1 / r->eps) : up(sqrt(p->B1));
    finish_spiderboost(r, p, false, 1 / (13 * r->k->L_F));
}

/* thm:ebsb:fcco */
static void plan_finite_spiderboost(const request *r, theory_plan *p)
{
    double n = r->k->n;
    p->m = up(fmax(inner_size(r, 2), r->k->si2 / (n * square(r->eps))));
    p->B1 = n;
    p->B2 = up(sqrt(n));
    finish_spiderboost(r, p, true, 1 / ((r->as_printed ? 1 : 13) * r->k->L_F));
}

/* Expected evaluations of the nested methods: a large outer batch visits all n indices, first of
 * all at the start, where every inner batch is large; a small inner batch has a point more, phi_i.
 */
static double nested_samples(const request *r, const theory_plan *p)
{
    double in = p->p_in, out = p->p_out;
    double large = in * p->S1 + (1 - in) * 2 * p->S2;
    double small = in * 2 * p->S1 + (1 - in) * 3 * p->S2;
    double step = out * p->B1 * large + (1 - out) * p->B2 * small;
    return (r->order + 1) * (p->B1 * p->S1 + (p->steps - 1) * step);
}

/* The cost, and the proofs' sums of the nested methods, lemma:nestedvr:bias_variance with the
 * factor 2 (and 14) that its last term misses. `moved` stands before mean |E G|^2, `weight` before
 * the mean variance.
 */
static void finish_nested(const request *r, theory_plan *p, double moved, double weight,
                          double rest)
{
    double Lt2 = square(r->k->Lt), gamma2 = square(p->step * r->k->L_F);
    double in = p->p_in, out = p->p_out, n = p->B1, spread = r->order == 1 ? 1 : 14;
    double stale = (1 - in) / (in * p->S2) * 18 * square(n / p->B2);
    double drift =
        32 * spread * gamma2 * ((out / n + (1 - out) / p->B2) * stale + (1 - out) / p->B2);
    double noise = 96 * spread * (out / n + (1 - in) * (1 - out) / p->B2) * Lt2 / p->S1 +
                   16 * spread * (1 - out) / p->steps * Lt2 / (n * p->S1);
    p->samples = nested_samples(r, p);
    p->factor = moved + weight * drift;
    p->bound = 2 * r->k->D / (p->step * p->steps) + rest + weight * noise;
}

/* thm:nestedvr */
static void plan_nestedvr(const request *r, theory_plan *p)
{
    double L = r->k->L_F, Lt = r->k->Lt, n = r->k->n;
    p->S1 = up((r->as_printed ? 1 : 4) * square(Lt / r->eps));
    p->S2 = up(Lt / r->eps);
    p->p_in = 1 / p->S2;
    p->B1 = n;
    p->B2 = up(sqrt(n));
    p->p_out = 1 / p->B2;
    double most = p->p_in * p->p_out * Lt / (7 * r->eps * L * sqrt(1 - p->p_in));
    p->step = r->as_printed ? 1 / (sqrt(n) * L) : fmin(1 / (2 * L), most);
    double distance = r->as_printed ? sqrt(n) * L : 2 / p->step;
    p->steps = up(distance * r->k->D / square(r->eps));
    double gamma = p->step * L;
    double moved = 12 * (1 - p->p_in) / (p->p_in * p->S2) * square(n / p->B2 * gamma);
    double weight = moved + 2 * square(1 - p->p_out) / p->p_out + gamma;
    finish_nested(r, p, moved, weight, 4 * square(Lt) / p->S1);
}

/* thm:enestedvr, n <= eps^(-2/3). Of lemma:enestedvr:bias_variance the constants that its proof
 * gives: bias^2 <= 2 A1 + 2 A2 and A1 <= 2 A11 + 2 C_g^2 A12, which the lemma adds without their
 * factors; its Lt^2 before the staleness is (C_g^2 L_f)^2 <= L_F^2. */
static void plan_small_enestedvr(const request *r, theory_plan *p)
{
    double L = r->k->L_F, Lt = r->k->Lt, n = r->k->n;
    p->S1 = up((r->as_printed ? 1 : 2) * square(Lt / r->eps));
    p->S2 = up(r->as_printed ? Lt / r->eps : fmax(Lt / r->eps, sqrt(r->k->c / r->eps)));
    p->p_in = 1 / p->S2;
    p->B1 = p->B2 = n;
    p->p_out = 1;
    p->step = 1 / ((r->as_printed ? 1 : 2) * L);
    p->steps = up((r->as_printed ? L : 2 / p->step) * r->k->D / square(r->eps));
    double in = 1 - p->p_in;
    double moved = 24 * in * square(in * L * p->step) / (p->p_in * p->S2);
    double rest = 8 * square(in * Lt) / p->S1 + 4 * bias2(r, p->S2);
    finish_nested(r, p, moved, moved + L * p->step, rest);
}

/* thm:enestedvr, larger n: with p_in = 1 it is E-BSpiderBoost for finite sums with m = S1. */
static void plan_large_enestedvr(const request *r, theory_plan *p)
{
    double inner = r->as_printed ? square(r->k->Lt) : r->k->si2;
    p->m = up(fmax(inner_size(r, 1), inner / (r->k->n * square(r->eps))));
    p->B1 = r->k->n;
    p->B2 = up(sqrt(r->k->n));
    finish_spiderboost(r, p, true, 1 / ((r->as_printed ? 1 : 13) * r->k->L_F));
    p->S1 = p->S2 = p->m;
    p->p_in = 1;
    p->m = NAN;
}

#define NEED(name) (1u << THEORY_##name)

enum { ANY_N, FINITE_N, SMALL_N }; /* the n that a row is for; SMALL_N: n <= eps^(-2/3) */

typedef struct row {
    const char *method, *label;
    int n, order;
    void (*plan)(const request *, theory_plan *);
    double multiple;         /* bound <= multiple eps^2 when T p_out >= 1; 0: unknown */
    uint32_t needs, printed; /* constants, and those that only the statements use */
    const char *reading, *printed_reading;
} row;

static const theory_rate rates[] = {
    {"bsgd", "CSO", "eps^-6", "thm:bsgd", .floor = {{6}}},
    {"e-bsgd", "CSO", "eps^-4.5", "thm:ebsgd", .floor = {{4.5}}},
    {"bspiderboost", "CSO", "eps^-5", "thm:bspiderboost", .floor = {{5}}},
    {"e-bspiderboost", "CSO", "eps^-3.5", "thm:ebspiderboost", .floor = {{3.5}}},
    {"v-mlmc", "CSO", "eps^-4", "sec: intro", .floor = {{4}}},
    {"rt-mlmc", "CSO", "eps^-4", "tab:sample_complexity", .floor = {{4}}},
    {"e-bspiderboost", "FCCO", "max(sqrt(n) eps^-2.5, eps^-4/sqrt(n))", "thm:ebsb:fcco",
     .floor = {{2.5, 0.5}, {4, -0.5}}, .most = 2},
    {"nestedvr", "FCCO", "n eps^-3", "thm:nestedvr", .floor = {{3, 1}}, .most = 2},
    {"e-nestedvr", "FCCO", "min(n eps^-3, max(sqrt(n) eps^-2.5, eps^-4/sqrt(n)))", "thm:enestedvr",
     .floor = {{2.5, 0.5}, {4, -0.5}}, .most = 2, .roof = {3, 1}},
    {"sox", "FCCO", "n eps^-4", "sec: intro", .floor = {{4, 1}}, .most = INFINITY},
    {"msvr", "FCCO", "n eps^-3", "tab:sample_complexity", .floor = {{3, 1}}, .most = INFINITY},
    {"unbiased sgd", "stochastic", "eps^-4", "sec: intro", .floor = {{4}}},
    {"lower bound", "stochastic", "eps^-3", "tab:sample_complexity", .floor = {{3}}},
};

/* The larger of a rate's two exponents, and the limit of both, where n = eps^-growth. */
static double rate_floor(const theory_rate *r, double growth)
{
    return fmax(r->floor[0][0] + r->floor[0][1] * growth, r->floor[1][0] + r->floor[1][1] * growth);
}

static double rate_roof(const theory_rate *r, double growth)
{
    return r->roof[0] + r->roof[1] * growth;
}

/* The exponent of a plan's cost where n grows as eps^-growth: that of its theorem, which has two
 * regimes where it has a roof. */
static double plan_exponent(const row *w, double growth)
{
    for (size_t i = 0; i < sizeof rates / sizeof *rates; i++) {
        const theory_rate *r = &rates[i];
        if (strcmp(r->label, w->label) == 0)
            return w->n == SMALL_N ? rate_roof(r, growth) : rate_floor(r, fmin(growth, r->most));
    }
    return NAN;
}

#define NEEDS_CSO (NEED(D) | NEED(L_F) | NEED(C_F) | NEED(si2))
#define NEEDS_FINITE (NEED(D) | NEED(L_F) | NEED(c))
#define ROOT_M                                                                                     \
    "m from sqrt(C_g C_e/eps), which alone follows from the bias bound (stated C_e C_g eps^-1/2)"
#define STEP_13                                                                                    \
    "; step 1/(13 L_F) as printed, 1/(49 L_F) had the lemma's factor 14 been on both terms"
#define PROVED_V "; V = si2/m + C_F^2 as proved (stated Lt^2/m + C_F^2)"
#define STATED_V "m = C_e C_g eps^-1/2 and V = Lt^2/m + C_F^2 as stated; constant 1 for every O(.)"

/* The first row that fits is taken. */
static const row rows[] = {
    {"bsgd", "thm:bsgd", ANY_N, 1, plan_sgd, 3, NEEDS_CSO | NEED(sb2), 0,
     "T as proved, from sqrt(2 D L_F V/T) where minimising over the step gives twice that: the sum "
     "is 3 eps^2, not the proof's 2",
     "T with constant 1; the step, stated as at most 1/(2 L_F), is the proof's for this T"},
    {"e-bsgd", "thm:ebsgd", ANY_N, 2, plan_sgd, 2, NEEDS_CSO | NEED(c), NEED(Lt),
     ROOT_M PROVED_V "; the sum is 2 eps^2, not the proof's 3",
     STATED_V "; the step, stated as at most 1/(2 L_F), is the proof's for this T"},
    {"bspiderboost", "thm:bspiderboost", ANY_N, 1, plan_spiderboost, 14, NEEDS_CSO | NEED(sb2), 0,
     "B2 = sqrt(B1) as proved (stated O(1/eps)); the sum is up to 14 eps^2",
     "B2 = 1/eps; constant 1 for every O(.)"},
    {"e-bspiderboost", "thm:ebsb:fcco", FINITE_N, 2, plan_finite_spiderboost, 170,
     NEEDS_FINITE | NEED(si2), 0,
     ROOT_M "; si2/(n eps^2) with constant 1" STEP_13 "; the sum is up to 170 eps^2",
     "m = C_e C_g eps^-1/2; constant 1 for every O(.)"},
    {"e-bspiderboost", "thm:ebspiderboost", ANY_N, 2, plan_spiderboost, 170, NEEDS_CSO | NEED(c),
     NEED(Lt), ROOT_M PROVED_V STEP_13 "; the sum is up to 170 eps^2", STATED_V},
    {"nestedvr", "thm:nestedvr", FINITE_N, 1, plan_nestedvr, 0, NEED(D) | NEED(L_F) | NEED(Lt), 0,
     "S1 and step as proved (stated without their constants); S2 = Lt/eps with constant 1",
     "constant 1 for every O(.)"},
    {"e-nestedvr", "thm:enestedvr", SMALL_N, 2, plan_small_enestedvr, 0, NEEDS_FINITE | NEED(Lt), 0,
     "n <= eps^(-2/3); S1 = 2 Lt^2/eps^2 as proved (stated without 2); S2 at least "
     "sqrt(C_g C_e/eps) (stated Lt/eps; the lemma has C_e without C_g); step 1/(2 L_F); the bound "
     "has the factors 4 and L_F that the lemma drops",
     "n <= eps^(-2/3); constant 1 for every O(.)"},
    {"e-nestedvr", "thm:enestedvr", FINITE_N, 2, plan_large_enestedvr, 171,
     NEEDS_FINITE | NEED(si2), NEED(Lt),
     "n > eps^(-2/3); S1 = S2 from sqrt(C_g C_e/eps) (stated C_e C_g eps^-1/2) and si2/(n eps^2) "
     "(stated Lt^2/(n eps^2)) with constant 1; step 1/(13 L_F): with p_in = 1 it is "
     "E-BSpiderBoost with m = S1; the sum is up to 171 eps^2",
     "n > eps^(-2/3); constant 1 for every O(.)"},
};

enum { ROWS = sizeof rows / sizeof *rows };

/* The method whose plan without end is taken for a larger n than a finite one pays for. */
static const char *const as_cso[][2] = {
    {"e-bspiderboost", "e-bspiderboost"},
    {"nestedvr", "bspiderboost"},
    {"e-nestedvr", "e-bspiderboost"},
};

static const char *without_end(const char *method)
{
    for (size_t i = 0; i < sizeof as_cso / sizeof *as_cso; i++)
        if (strcmp(as_cso[i][0], method) == 0)
            return as_cso[i][1];
    return NULL;
}

/* n <= eps^-power; n that differs by rounding errors only counts as equal. */
static bool within(double n, double eps, double power)
{
    return n <= pow(eps, -power) * (1 + 1e-12);
}

static const row *find(const char *method, double n, double eps)
{
    for (size_t i = 0; i < ROWS; i++) {
        const row *w = &rows[i];
        bool fits = w->n == ANY_N || within(n, eps, w->n == SMALL_N ? 2.0 / 3 : 2);
        if (strcmp(w->method, method) == 0 && fits)
            return w;
    }
    return NULL;
}

const char *theory_method_at(size_t i)
{
    for (size_t j = 0; j < ROWS; j++) {
        bool again = j > 0 && strcmp(rows[j].method, rows[j - 1].method) == 0;
        if (!again && i-- == 0)
            return rows[j].method;
    }
    return NULL;
}

/* The first constant of the set that is not there; THEORY_COUNT: none. */
static size_t first_missing(const theory_constants *k, uint32_t needs)
{
    theory_constants copy = *k;
    size_t i = 0;
    while (i < THEORY_COUNT && !(needs & 1u << i && isnan(*theory_constant(&copy, i))))
        i++;
    return i == THEORY_COUNT && k->L_F == 0 ? THEORY_L_F : i;
}

bool theory_of_problem(const problem *p, double *radius, theory_constants *k)
{
    for (size_t i = 0; i < THEORY_COUNT; i++)
        *theory_constant(k, i) = NAN;
    if (isnan(*radius)) {
        double start = norm_value(norm_of(p->start, p->d, 1));
        *radius = isnan(p->least) ? start : fmax(start, norm_value(norm_of(p->optimum, p->d, 1)));
    }
    k->l2 = p->l2;
    if (p->n)
        k->n = (double)p->n;
    if (p->type->objective)
        k->D = p->type->objective(p, p->start, NULL) - p->least;
    if (!p->type->constants)
        return false;
    p->type->constants(p, *radius, k);
    return true;
}

/* The row for this accuracy. A strict plan is for one that is smaller by the root of the multiple,
 * which may move it to another row. */
static const row *choose(const char *method, request *r)
{
    double asked = r->eps;
    const row *w = find(method, r->k->n, asked);
    for (int i = 0; i < 2 && r->strict && w && w->multiple > 0; i++) {
        r->eps = asked / sqrt(w->multiple);
        w = find(method, r->k->n, r->eps);
    }
    return w;
}

theory_outcome theory_make_plan(const char *method, double eps, double growth, theory_form form,
                                const theory_constants *k, theory_plan *out, size_t *missing)
{
    request r = {eps, form == THEORY_AS_PRINTED, form == THEORY_STRICT, 0, k};
    const char *endless = without_end(method);
    bool many = endless && !isnan(k->n) && !within(k->n, eps, 2);
    const row *w = choose(many ? endless : method, &r);
    if (!w)
        return endless ? THEORY_NO_N : THEORY_NO_METHOD;
    *missing = first_missing(k, w->needs | (r.as_printed ? w->printed : 0));
    if (*missing < THEORY_COUNT)
        return THEORY_MISSING;
    if (r.strict && w->multiple == 0)
        return THEORY_NO_STRICT;
    r.order = w->order;
    *out = (theory_plan){.method = w->method,
                         .label = w->label,
                         .reading = r.as_printed ? w->printed_reading : w->reading,
                         .eps = r.eps,
                         .exponent = plan_exponent(w, growth),
                         .as_cso = many && w->n == ANY_N};
    out->m = out->B1 = out->B2 = out->p_out = out->S1 = out->S2 = out->p_in = NAN;
    w->plan(&r, out);
    if (out->factor > 0.5)
        out->bound = NAN;
    return THEORY_OK;
}

const theory_rate *theory_rate_at(size_t i)
{
    return i < sizeof rates / sizeof *rates ? &rates[i] : NULL;
}

double theory_exponent(const theory_rate *r, double growth)
{
    double g = fmin(growth, r->most);
    double floor = rate_floor(r, g);
    return r->roof[0] > 0 ? fmin(floor, rate_roof(r, g)) : floor;
}

double theory_estimate_bias(const theory_constants *k, int order, double m)
{
    return bias_of(&(request){.order = order, .k = k}, m);
}

double theory_estimate_variance(const theory_constants *k, int order, double m)
{
    double V = k->si2 / m + square(k->C_F);
    return order == 1 ? V : 14 * V;
}

double theory_first_order(double m, double a2, double sigma2)
{
    return a2 * sigma2 / (2 * m);
}

double theory_lipschitz(double m, double L_q, double sigma2)
{
    return L_q * sqrt(sigma2 / m);
}

double theory_second_order(double m, double a3, double a4, double sigma2, double sigma3,
                           double sigma4)
{
    double leading = (4 * a3 * sigma3 + 9 * a4 * square(sigma2)) / (48 * square(m));
    return leading + 5 * a4 * (sigma4 - 3 * square(sigma2)) / (96 * m * square(m));
}

double theory_C_e(double a3, double a4, double sigma2, double sigma3, double sigma4)
{
    return (8 * a3 * sigma3 + 18 * a4 * square(sigma2) + 5 * a4 * sigma4) / 96;
}

double theory_variance(double m, double V2, double C)
{
    return 14 * (V2 / m + C);
}
