/* core.theory: plans, constants, exponents and bounds of the convergence theorems. */
#include "engine/cso/theory.h"

#include "bind/bind.h"
#include "bind/modules.h"
#include "bind/problem/problem.h"
#include "engine/law/dist.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#define PROBLEM_PARAM                                                                              \
    {                                                                                              \
        .name = "problem", .kind = PARAM_OBJECT, .flags = PARAM_OPTIONAL, .choices = "problem",    \
        .meaning = "where constants that are not given come from (theory.constants)"               \
    }
#define RADIUS_PARAM                                                                               \
    {                                                                                              \
        .name = "radius", .kind = PARAM_NUMBER, .flags = PARAM_OPTIONAL | PARAM_OPEN_LOW,          \
        .meaning = "of the ball that x stays in; default the larger of |x0| and |x_opt|"           \
    }

enum { EPS, STRICT, AS_PRINTED, PLAN_GROWTH, PLAN_PROBLEM, PLAN_RADIUS, N_PLAN };

static const param plan_params[] = {
    [EPS] = {"eps", PARAM_NUMBER, .flags = PARAM_REQUIRED | PARAM_OPEN_LOW,
             .meaning = "accuracy: mean |grad F|^2 <= eps^2, up to the multiple that bound shows"},
    [STRICT] = {"strict", PARAM_BOOLEAN,
                .meaning = "plan for so small an accuracy that the bound is at most eps^2"},
    [AS_PRINTED] = {"as_printed", PARAM_BOOLEAN,
                    .meaning = "the theorems' statements with constant 1 instead of their proofs"},
    [PLAN_GROWTH] = {"growth", PARAM_NUMBER,
                     .meaning = "n grows as eps^-growth: for .exponent alone"},
    [PLAN_PROBLEM] = PROBLEM_PARAM,
    [PLAN_RADIUS] = RADIUS_PARAM,
};

static const param constants_params[] = {RADIUS_PARAM};

static const param exponents_params[] = {
    {"growth", PARAM_NUMBER, .meaning = "n = eps^-growth outer samples"},
};

enum {
    M,
    ORDER,
    OF,
    FORM,
    A2,
    A3,
    A4,
    L_Q,
    SIGMA2,
    SIGMA3,
    SIGMA4,
    DIST,
    V2,
    C,
    METHOD,
    BOUND_PROBLEM,
    BOUND_RADIUS,
    N_BOUND
};

static const param bound_params[] = {
    [M] = {"m", PARAM_NUMBER, .flags = PARAM_REQUIRED | PARAM_OPEN_LOW, .unit = "draws",
           .meaning = "inner batch: draws per block"},
    [ORDER] = {"order", PARAM_INTEGER, .flags = PARAM_OPTIONAL, .low = 1, .high = 2,
               .meaning =
                   "1 or 2: L1 or L2, default 1; the paper prints no constants for higher orders"},
    [OF] = {"of", PARAM_CHOICE, .choices = "bias|variance", .meaning = "what is bounded"},
    [FORM] = {"form", PARAM_CHOICE, .choices = "tight|relaxed",
              .meaning = "of the second-order bound: with its m^-3 term, or C_e/m^2"},
    [A2] = {"a2", PARAM_NUMBER, .flags = PARAM_OPTIONAL, .meaning = "sup |q''|"},
    [A3] = {"a3", PARAM_NUMBER, .flags = PARAM_OPTIONAL, .meaning = "sup |q'''|"},
    [A4] = {"a4", PARAM_NUMBER, .flags = PARAM_OPTIONAL, .meaning = "sup |q''''|"},
    [L_Q] = {"L_q", PARAM_NUMBER, .flags = PARAM_OPTIONAL,
             .meaning = "order 1: q is L_q-Lipschitz"},
    [SIGMA2] = {"sigma2", PARAM_NUMBER, .flags = PARAM_OPTIONAL, .meaning = "variance of a draw"},
    [SIGMA3] = {"sigma3", PARAM_NUMBER, .flags = PARAM_OPTIONAL,
                .meaning = "|third central moment| of a draw"},
    [SIGMA4] = {"sigma4", PARAM_NUMBER, .flags = PARAM_OPTIONAL,
                .meaning = "fourth central moment of a draw"},
    [DIST] = {"dist", PARAM_OBJECT, .flags = PARAM_OPTIONAL, .choices = "dist",
              .meaning = "the law of a draw, instead of sigma2, sigma3, sigma4"},
    [V2] = {"V2", PARAM_NUMBER, .flags = PARAM_OPTIONAL,
            .meaning = "variance: that of q at a block mean is at most V2/m + C"},
    [C] = {"C", PARAM_NUMBER, .flags = PARAM_OPTIONAL, .meaning = "variance: see V2"},
    [METHOD] = {"method", PARAM_CHOICE, .flags = PARAM_OPTIONAL, .choices = "bsgd|e-bsgd",
                .meaning =
                    "bounds for one gradient estimate instead of q, from the constants below"},
    [BOUND_PROBLEM] = PROBLEM_PARAM,
    [BOUND_RADIUS] = RADIUS_PARAM,
};

enum { MOST = N_BOUND + THEORY_COUNT };

/* A table of options followed by the constants; returns its length. */
static size_t with_constants(const param *own, size_t n, param all[MOST])
{
    memcpy(all, own, n * sizeof *own);
    memcpy(all + n, theory_params, sizeof theory_params);
    return n + THEORY_COUNT;
}

static void read_options(lua_State *L, int index, const char *function, const param *own, size_t n,
                         arg a[MOST])
{
    param all[MOST];
    bind_options(L, index, function, all, with_constants(own, n, all), a);
}

/* Constants: those given, then those of the problem, then what follows from them. */
static void read_constants(const arg *given, const arg *of, const arg *radius, theory_constants *k)
{
    double ball = radius->given ? radius->number : NAN;
    for (size_t i = 0; i < THEORY_COUNT; i++)
        *theory_constant(k, i) = NAN;
    if (of->given)
        theory_of_problem(arena_align((void *)of->data), &ball, k);
    for (size_t i = 0; i < THEORY_COUNT; i++)
        if (given[i].given)
            *theory_constant(k, i) = given[i].number;
    theory_derive(k);
}

static void set_number(lua_State *L, const char *name, double x)
{
    if (x == floor(x) && fabs(x) <= 0x1p53)
        bind_set_integer(L, name, (lua_Integer)x);
    else
        bind_set_known(L, name, x);
}

_Noreturn static void missing(lua_State *L, const char *function, size_t i,
                              const theory_constants *k)
{
    const param *p = &theory_params[i];
    if (i == THEORY_L_F && k->L_F == 0)
        bind_fail(L, function, "expected L_F > 0, got 0 from L_g, C_g, L_f and l2");
    if (theory_derived_from(i))
        bind_fail(L, function, "option '%s' must be given, or %s", p->name, theory_derived_from(i));
    bind_fail(L, function, "option '%s' must be given: %s", p->name, p->meaning);
    __builtin_unreachable();
}

static _Noreturn void no_method(lua_State *L, const char *function, const char *method)
{
    const char *names[16];
    size_t n = 0;
    for (const char *name; (name = theory_method_at(n)); names[n++] = name)
        assert(n < sizeof names / sizeof *names);
    const char *hint = bind_hint(L, method, names, n);
    if (!*hint)
        hint = lua_pushfstring(L, ", there are plans for %s", bind_joined(L, names, n));
    bind_fail(L, function, "no plan for '%s'%s", method, hint);
    __builtin_unreachable();
}

static void check(lua_State *L, const char *function, const char *method, theory_outcome outcome,
                  size_t constant, const theory_constants *k)
{
    if (outcome == THEORY_NO_METHOD)
        no_method(L, function, method);
    if (outcome == THEORY_NO_N)
        bind_fail(L, function, "option 'n' must be given: '%s' is for finite sums", method);
    if (outcome == THEORY_NO_STRICT)
        bind_fail(L, function,
                  "no strict plan for '%s': not all constants of its theorem are printed", method);
    if (outcome == THEORY_MISSING)
        missing(L, function, constant, k);
}

/* Pushes the plan's run options. */
static void push_run_options(lua_State *L, const theory_plan *p)
{
    lua_newtable(L);
    bind_set_text(L, "method", p->method);
    set_number(L, "steps", p->steps);
    bind_set_known(L, "step", p->step);
    set_number(L, "m", p->m);
    set_number(L, "S1", p->S1);
    set_number(L, "S2", p->S2);
    bind_set_known(L, "p_in", p->p_in);
    set_number(L, "B1", p->B1);
    set_number(L, "B2", p->B2);
    bind_set_known(L, "p_out", p->p_out);
}

/* Adds a sentence about x, with four digits, unless x is NAN. */
static void add_number(lua_State *L, luaL_Buffer *b, const char *sentence, double x)
{
    char digits[32];
    if (isnan(x))
        return;
    snprintf(digits, sizeof digits, "%.4g", x);
    lua_pushfstring(L, sentence, digits);
    luaL_addvalue(b);
}

static void push_reading(lua_State *L, const theory_plan *p, double asked)
{
    luaL_Buffer b;
    luaL_buffinit(L, &b);
    luaL_addstring(&b, p->reading);
    if (p->as_cso)
        luaL_addstring(&b, "; n > eps^-2: planned as if outer samples had no end");
    add_number(L, &b, "; strict: planned for eps %s", p->eps != asked ? p->eps : NAN);
    add_number(L, &b, "; no bound: the proof needs a factor of at most 1/2, it is %s",
               isnan(p->bound) ? p->factor : NAN);
    luaL_pushresult(&b);
}

/* plan(method, options, function) -> {options =, samples =, exponent =, bound =, multiple =,
 * reading =, label =, eps =} */
static int plan(lua_State *L)
{
    const char *function = luaL_checkstring(L, 3);
    arg a[MOST], method;
    theory_constants k;
    theory_plan p;
    size_t constant = 0;
    static const param name = {.name = "method", .kind = PARAM_STRING};
    bind_read(L, 1, function, &name, &method);
    read_options(L, 2, function, plan_params, N_PLAN, a);
    if (a[STRICT].number != 0 && a[AS_PRINTED].number != 0)
        bind_fail(L, function, "strict and as_printed exclude each other");
    read_constants(a + N_PLAN, &a[PLAN_PROBLEM], &a[PLAN_RADIUS], &k);
    double eps = a[EPS].number;
    theory_form form = a[STRICT].number != 0 ? THEORY_STRICT : THEORY_PROOFS;
    if (a[AS_PRINTED].number != 0)
        form = THEORY_AS_PRINTED;
    theory_outcome outcome =
        theory_make_plan(method.string, eps, a[PLAN_GROWTH].number, form, &k, &p, &constant);
    check(L, function, method.string, outcome, constant, &k);
    if (!isfinite(p.samples))
        bind_fail(L, function, "option 'eps': at %s the sizes are beyond the range of numbers",
                  lua_pushfstring(L, "%f", eps));
    lua_createtable(L, 0, 8);
    push_run_options(L, &p);
    lua_setfield(L, -2, "options");
    set_number(L, "samples", ceil(p.samples));
    bind_set_known(L, "exponent", p.exponent);
    bind_set_known(L, "bound", p.bound);
    bind_set_known(L, "multiple", p.bound / (eps * eps));
    bind_set_known(L, "eps", eps);
    bind_set_text(L, "label", p.label);
    push_reading(L, &p, eps);
    lua_setfield(L, -2, "reading");
    return 1;
}

/* constants(problem, options) -> {D =, C_f =, .., radius =, known =}; known: the problem's type
 * states them. */
static int constants(lua_State *L)
{
    static const char *const function = "theory.constants";
    const problem *p = bind_problem(L, 1, function);
    arg radius;
    theory_constants k;
    bind_options(L, 2, function, constants_params, 1, &radius);
    double ball = radius.given ? radius.number : NAN;
    bool known = theory_of_problem(p, &ball, &k);
    theory_derive(&k);
    lua_createtable(L, 0, THEORY_COUNT + 2);
    for (size_t i = 0; i < THEORY_COUNT; i++) {
        if (i == THEORY_n)
            set_number(L, theory_params[i].name, k.n);
        else
            bind_set_known(L, theory_params[i].name, *theory_constant(&k, i));
    }
    bind_set_known(L, "radius", ball);
    bind_set_flag(L, "known", known);
    return 1;
}

/* exponents(options) -> list of {method =, setting =, exponent =, cost =, label =} */
static int exponents(lua_State *L)
{
    arg growth;
    const theory_rate *r;
    bind_options(L, 1, "theory.exponents", exponents_params, 1, &growth);
    lua_newtable(L);
    for (size_t i = 0; (r = theory_rate_at(i)); i++) {
        lua_createtable(L, 0, 5);
        bind_set_text(L, "method", r->method);
        bind_set_text(L, "setting", r->setting);
        bind_set_known(L, "exponent", theory_exponent(r, growth.number));
        bind_set_text(L, "cost", r->cost);
        bind_set_text(L, "label", r->label);
        lua_rawseti(L, -2, (lua_Integer)i + 1);
    }
    return 1;
}

/* Raises unless all the options a[which[..n-1]] are there. */
static void require(lua_State *L, const arg *a, const int *which, size_t n, const char *what)
{
    for (size_t i = 0; i < n; i++)
        if (!a[which[i]].given)
            bind_fail(L, "theory.bound", "option '%s' must be given for %s",
                      bound_params[which[i]].name, what);
}

/* Sets sigma2, sigma3, sigma4 from the law's central moments. */
static void read_moments(lua_State *L, arg *a)
{
    const dist *d = a[DIST].data;
    if (!a[DIST].given)
        return;
    if (a[SIGMA2].given || a[SIGMA3].given || a[SIGMA4].given)
        bind_fail(L, "theory.bound", "dist and sigma2, sigma3, sigma4 exclude each other");
    if (d->dim != 1)
        bind_fail(L, "theory.bound", "option 'dist': expected a law of numbers, got one of dim %d",
                  (int)d->dim);
    for (int k = 2; k <= 4; k++) {
        double moment = fabs(dist_central(d, k));
        if (isnan(moment))
            bind_fail(L, "theory.bound", "option 'dist': its central moment %d is not known", k);
        a[SIGMA2 + k - 2] = (arg){.given = true, .number = moment};
    }
}

static double first_order(lua_State *L, const arg *a, const char **label)
{
    double m = a[M].number, bound = INFINITY;
    require(L, a, (const int[]){SIGMA2}, 1, "a bias of order 1");
    if (!a[A2].given && !a[L_Q].given)
        bind_fail(L, "theory.bound", "a bias of order 1 needs a2 or L_q");
    if (a[L_Q].given) {
        bound = theory_lipschitz(m, a[L_Q].number, a[SIGMA2].number);
        *label = "sec:bias, the footnote to L1";
    }
    if (a[A2].given && theory_first_order(m, a[A2].number, a[SIGMA2].number) < bound) {
        bound = theory_first_order(m, a[A2].number, a[SIGMA2].number);
        *label = "prop:1st_error";
    }
    return bound;
}

static double second_order(lua_State *L, const arg *a, const char **label)
{
    double m = a[M].number;
    require(L, a, (const int[]){A3, A4, SIGMA2, SIGMA3, SIGMA4}, 5, "a bias of order 2");
    if (a[FORM].number != 0) {
        *label = "cor:extrapolation:cso";
        return theory_C_e(a[A3].number, a[A4].number, a[SIGMA2].number, a[SIGMA3].number,
                          a[SIGMA4].number) /
               (m * m);
    }
    *label = "prop:2nd_error";
    return theory_second_order(m, a[A3].number, a[A4].number, a[SIGMA2].number, a[SIGMA3].number,
                               a[SIGMA4].number);
}

static double variance(lua_State *L, const arg *a, const char **label)
{
    require(L, a, (const int[]){V2, C}, 2, "a variance");
    *label = "lemma:extrapolation:variance";
    if (a[ORDER].given && a[ORDER].number == 2)
        return theory_variance(a[M].number, a[V2].number, a[C].number);
    return a[V2].number / a[M].number + a[C].number;
}

static double of_estimate(lua_State *L, const arg *a, const char **label)
{
    theory_constants k;
    if (a[ORDER].given)
        bind_fail(L, "theory.bound", "order and method exclude each other");
    read_constants(a + N_BOUND, &a[BOUND_PROBLEM], &a[BOUND_RADIUS], &k);
    int order = 1 + (int)a[METHOD].number;
    *label = order == 1 ? "lemma:bsgd:bias_variance" : "lemma:ebsgd:bias_variance";
    if (a[OF].number == 0) {
        double bias = theory_estimate_bias(&k, order, a[M].number);
        if (isnan(bias))
            missing(L, "theory.bound", order == 1 ? THEORY_sb2 : THEORY_c, &k);
        return bias;
    }
    if (isnan(k.si2) || isnan(k.C_F))
        missing(L, "theory.bound", isnan(k.si2) ? THEORY_si2 : THEORY_C_F, &k);
    return theory_estimate_variance(&k, order, a[M].number);
}

/* bound(options) -> the bound, its label */
static int bound(lua_State *L)
{
    arg a[MOST];
    const char *label;
    double value;
    read_options(L, 1, "theory.bound", bound_params, N_BOUND, a);
    read_moments(L, a);
    if (a[METHOD].given)
        value = of_estimate(L, a, &label);
    else if (a[OF].number != 0)
        value = variance(L, a, &label);
    else if (a[ORDER].given && a[ORDER].number == 2)
        value = second_order(L, a, &label);
    else
        value = first_order(L, a, &label);
    if (isnan(value))
        bind_fail(L, "theory.bound", "its terms are beyond the range of numbers");
    lua_pushnumber(L, value);
    lua_pushstring(L, label);
    return 2;
}

static const luaL_Reg functions[] = {
    {"plan", plan}, {"constants", constants}, {"exponents", exponents}, {"bound", bound},
    {NULL, NULL},
};

static void set_params(lua_State *L, const char *name, const param *own, size_t n)
{
    param all[MOST];
    bind_set_params(L, name, all, with_constants(own, n, all));
}

int bind_open_theory(lua_State *L)
{
    luaL_newlib(L, functions);
    lua_newtable(L);
    set_params(L, "plan", plan_params, N_PLAN);
    set_params(L, "bound", bound_params, N_BOUND);
    bind_set_params(L, "constants", constants_params, 1);
    bind_set_params(L, "exponents", exponents_params, 1);
    lua_setfield(L, -2, "params");
    return 1;
}
