/* core.estimator: estimates at a point, their moments and exact expectations. */
#include "bind/bind.h"
#include "bind/callback.h"
#include "bind/estimates.h"
#include "bind/modules.h"
#include "bind/problem/own.h"
#include "bind/problem/problem.h"
#include "bind/progress.h"
#include "bind/run/algorithm.h"
#include "engine/number/norm.h"
#include "engine/run/levels.h"

#include <math.h>
#include <string.h>

static const param params[] = {
    {"of", PARAM_CHOICE, .flags = PARAM_OPTIONAL, .choices = "gradient|value",
     .meaning = "what is estimated; default gradient, with dim 0 value"},
};

static const param sample_params[] = {
    {"seed", PARAM_INTEGER, .flags = PARAM_OPTIONAL, .high = 0x1p53,
     .meaning = "names the streams; default --seed"},
};

enum { REPS, SE, SEED, THREADS, N_MOMENTS };

static const param moments_params[] = {
    [REPS] = BIND_REPS_PARAM,
    [SE] = BIND_SE_PARAM,
    [SEED] = {"seed", PARAM_INTEGER, .flags = PARAM_OPTIONAL, .high = 0x1p53,
              .meaning = "names the streams; default --seed"},
    [THREADS] = {"threads", PARAM_INTEGER, .flags = PARAM_OPTIONAL | PARAM_IDLE, .low = 1,
                 .high = 1024, .meaning = "default --threads; changes no result"},
};

enum { LEVELS_REPS, LEVELS_LAST, LEVELS_EPS, LEVELS_SEED, LEVELS_THREADS, N_LEVELS };

static const param levels_params[] = {
    [LEVELS_REPS] = {"reps", PARAM_INTEGER, .fallback = 1e4, .low = 2, .high = 1e15,
                     .unit = "estimates", .meaning = "independent terms on each level"},
    [LEVELS_LAST] = {"L", PARAM_INTEGER, .flags = PARAM_OPTIONAL, .low = 1, .high = LEVELS_MOST,
                     .unit = "levels",
                     .meaning = "levels 0 to L; default the estimate's own, 8 for ru-mlmc"},
    [LEVELS_EPS] = {"eps", PARAM_VECTOR, .flags = PARAM_OPTIONAL | PARAM_OPEN_LOW,
                    .meaning = "root mean square errors to plan for"},
    [LEVELS_SEED] = {"seed", PARAM_INTEGER, .flags = PARAM_OPTIONAL, .high = 0x1p53,
                     .meaning = "names the streams; default --seed"},
    [LEVELS_THREADS] = {"threads", PARAM_INTEGER, .flags = PARAM_OPTIONAL | PARAM_IDLE, .low = 1,
                        .high = 1024, .meaning = "default --threads; changes no result"},
};

static const estimator *self(lua_State *L, const char *method)
{
    const estimator *e = bind_self(L, "estimator", method);
    lua_problem_enter(L, e->problem);
    return e;
}

/* What is estimated: without an x there is no gradient. */
static estimate_of read_of(lua_State *L, const problem *p, const arg *of)
{
    if (of->given && of->number == OF_GRADIENT && p->d == 0)
        bind_fail(L, "estimator", "option 'of': expected 'value' for a problem of dim 0");
    if (of->given)
        return (estimate_of)of->number;
    return p->d ? OF_GRADIENT : OF_VALUE;
}

/* make(problem, options): user values 1 the problem, 2 what the algorithm points to, 3 the options
 * as read. */
static int make(lua_State *L)
{
    bind_algorithm r;
    arg of;
    const problem *p = bind_problem(L, 1, "estimator");
    lua_settop(L, 2);
    bind_read_algorithm(L, 2, "estimator", "bsgd", p, params, 1, &of, &r);
    r.estimator.of = read_of(L, p, &of);
    if (r.estimator.of == OF_VALUE && r.estimator.share)
        bind_fail(L, "estimator", "share does not go with of = 'value': a value needs no Jacobian");
    *(estimator *)lua_newuserdatauv(L, sizeof(estimator), 3) = r.estimator;
    luaL_setmetatable(L, "debias.estimator");
    lua_insert(L, 3);
    lua_setiuservalue(L, 3, 3);
    lua_setiuservalue(L, 3, 2);
    lua_pushvalue(L, 1);
    lua_setiuservalue(L, 3, 1);
    return 1;
}

/* What estimates come to; how they ended, and whether that was an error put aside. */
typedef struct made {
    tally *each; /* by output */
    sampled seen;
    status stop;
    bool failed;
} made;

/* Runs the estimates; pushes a block that holds the tallies. */
static made run(lua_State *L, const char *function, sampling_config *c)
{
    made m;
    bind_progress shown = {.value = "mean",
                           .unit = "estimates",
                           .units = c->se > 0 ? (double)NAN : (double)c->reps,
                           .goal = c->se};
    m.each = bind_push_block(L, sampling_outputs(c->estimator) * sizeof *m.each);
    void *work = bind_push_block(L, sampling_work(c));
    c->progress = bind_progress_begin(L, &shown, function);
    m.stop = sampling_run(c, work, m.each, &m.seen);
    m.failed = bind_progress_keep(L, &shown, m.stop, tally_n(m.each) > 0);
    if (tally_n(m.each) == 0)
        bind_fail(L, function, "%s", status_text(m.stop));
    lua_pop(L, 1);
    return m;
}

static int sample(lua_State *L)
{
    const estimator *e = self(L, "sample");
    arg seed;
    lua_settop(L, 3);
    const double *x = bind_push_point(L, 2, "estimator:sample", "expected x", e->problem);
    bind_options(L, 3, "estimator:sample", sample_params, 1, &seed);
    sampling_config c = {.estimator = e,
                         .x = x,
                         .reps = 1,
                         .seed = bind_seed(&seed),
                         .threads = 1,
                         .interrupt = bind_interrupt(L)};
    const tally *t = run(L, "estimator:sample", &c).each;
    if (e->of == OF_VALUE) {
        lua_pushnumber(L, tally_mean(t));
        return 1;
    }
    double *out = bind_push_vec(L, sampling_outputs(e))->data;
    for (size_t j = 0; j < e->problem->d; j++)
        out[j] = tally_mean(&t[j]);
    return 1;
}

/* The exact target of the estimate: grad F or F at x; pushes its row. NULL where it is not known.
 */
static const double *push_target(lua_State *L, const estimator *e, const double *x)
{
    const problem *p = e->problem;
    double *row = bind_push_block(L, (p->ld + ROW) * sizeof *row);
    if (e->of == OF_VALUE ? !p->type->objective : !problem_has_gradient(p))
        return NULL;
    problem_begin(p);
    double value = p->type->objective(p, x, e->of == OF_VALUE ? NULL : row);
    bind_check(L, "estimator", problem_failure(p));
    if (e->of == OF_VALUE)
        row[0] = value;
    return row;
}

static void set_bias(lua_State *L, const bind_estimates *e)
{
    double *off = bind_push_vec(L, e->n)->data;
    for (size_t j = 0; j < e->n; j++)
        off[j] = tally_mean(&e->raw[j]) - e->target[j];
    double size = norm_value(norm_of(off, e->n, 1));
    lua_pop(L, 1);
    bind_set_bias(L, e);
    bind_set_known(L, "bias_norm", size);
}

static void set_rounding(lua_State *L, const estimator *e, const bind_estimates *all)
{
    double *out = bind_push_vec(L, all->n)->data;
    lua_insert(L, -2);
    sampling_rounding(e, all->raw, all->target, out);
    bind_set_numbers(L, "rounding", all, out);
    lua_remove(L, -2);
}

static void set_count(lua_State *L, const char *name, uint64_t total, double reps)
{
    lua_pushnumber(L, (double)total / reps);
    if (reps > 0 && total % (uint64_t)reps == 0) {
        lua_pop(L, 1);
        lua_pushinteger(L, (lua_Integer)(total / (uint64_t)reps));
    }
    lua_setfield(L, -2, name);
}

/* cost = oracle calls of one estimate */
static void set_cost(lua_State *L, calls total, double reps)
{
    lua_createtable(L, 0, 4);
    set_count(L, "outer", total.outer, reps);
    set_count(L, "g", total.g, reps);
    set_count(L, "jac", total.jacobian, reps);
    set_count(L, "samples", calls_samples(total), reps);
    lua_setfield(L, -2, "cost");
}

static void set_var_unknown(lua_State *L, const tally *t, size_t n)
{
    bool lacks = false;
    for (size_t j = 0; j < n; j++)
        lacks = lacks || (isnan(tally_var(&t[j])) && !isnan(tally_sd(&t[j])));
    if (!lacks)
        return;
    bind_set_text(L, "var_unknown", "beyond the range of numbers, sd is its root");
}

/* moments(e, x, options) -> {mean, se, ..}, e, x: the library makes a result of them. What is
 * estimated is found out first: an error there costs no estimates. */
static int moments_at(lua_State *L)
{
    const estimator *e = self(L, "moments");
    arg a[N_MOMENTS];
    lua_settop(L, 3);
    const double *x = bind_push_point(L, 2, "estimator:moments", "expected x", e->problem);
    bind_options(L, 3, "estimator:moments", moments_params, N_MOMENTS, a);
    sampling_config c = {.estimator = e,
                         .x = x,
                         .reps = bind_reps(&a[REPS], &a[SE]),
                         .se = a[SE].number,
                         .seed = bind_seed(&a[SEED]),
                         .threads = bind_threads(&a[THREADS]),
                         .interrupt = bind_interrupt(L)};
    const double *target = push_target(L, e, x);
    made m = run(L, "estimator:moments", &c);
    bind_estimates all = {.n = sampling_outputs(e),
                          .number = e->of == OF_VALUE,
                          .raw = m.each,
                          .value = m.each,
                          .target = target,
                          .odd = m.seen.odd};
    lua_createtable(L, 0, 16);
    bind_set_estimates(L, &all);
    bind_set_goal(L, &all, c.se, false);
    bind_set_each(L, "var", &all, tally_var);
    bind_set_each(L, "sd", &all, tally_sd);
    set_var_unknown(L, m.each, all.n);
    bind_set_each(L, "kurtosis", &all, tally_kurtosis);
    if (all.target)
        set_bias(L, &all);
    set_rounding(L, e, &all);
    set_cost(L, m.seen.total, tally_n(m.each));
    bind_set_tail(L, m.seen.tail_k);
    if (m.seen.odd.n > 0)
        bind_set_existence(L, &(existence){0}, NAN);
    bind_set_stop(L, m.stop);
    if (m.failed)
        bind_keep_error(L);
    lua_pushvalue(L, 1);
    bind_push_row(L, e->problem, x);
    return 3;
}

static int expected(lua_State *L)
{
    const estimator *e = self(L, "expected");
    const double *x = bind_push_point(L, 2, "estimator:expected", "expected x", e->problem);
    double *row = bind_push_block(L, (e->problem->ld + ROW) * sizeof *row);
    problem_begin(e->problem);
    const char *why = e->type->expected(e, x, row);
    bind_check(L, "estimator:expected", problem_failure(e->problem));
    if (*bind_interrupt(L)) /* an experiment that is being broken off keeps what it has */
        return bind_unknown(L, "interrupted");
    size_t numbers = e->of == OF_VALUE ? 1 : e->problem->d;
    for (size_t i = 0; i < numbers && !why; i++)
        why = isnan(row[i]) ? "the expectation at this x is not known" : NULL;
    if (why)
        return bind_unknown(L, why);
    if (e->of == OF_VALUE)
        lua_pushnumber(L, row[0]);
    else
        bind_push_row(L, e->problem, row);
    return 1;
}

/* Sets column `name` of the table on the top: one member of each row. */
static void set_column(lua_State *L, const char *name, const level_row *row, size_t n,
                       size_t offset)
{
    bind_vec *v = bind_push_vec(L, n);
    for (size_t l = 0; l < n; l++)
        memcpy(&v->data[l], (const char *)&row[l] + offset, sizeof(double));
    lua_setfield(L, -2, name);
}

static void set_columns(lua_State *L, const level_row *row, size_t n)
{
    static const struct {
        const char *name;
        size_t offset;
    } columns[] = {
        {"mean", offsetof(level_row, mean)},
        {"se", offsetof(level_row, se)},
        {"var", offsetof(level_row, var)},
        {"kurtosis", offsetof(level_row, kurtosis)},
        {"cost", offsetof(level_row, cost)},
        {"plain", offsetof(level_row, plain)},
        {"plain_var", offsetof(level_row, plain_var)},
        {"sd", offsetof(level_row, sd)},
        {"plain_sd", offsetof(level_row, plain_sd)},
        {"rounding", offsetof(level_row, rounding)},
        {"consistency", offsetof(level_row, consistency)},
        {"not_finite", offsetof(level_row, not_finite)},
    };
    level_row shown[LEVELS_MOST + 1];
    for (size_t l = 0; l < n; l++)
        shown[l] = levels_unscale(&row[l]);
    for (size_t i = 0; i < sizeof columns / sizeof *columns; i++)
        set_column(L, columns[i].name, shown, n, columns[i].offset);
}

static void push_rates(lua_State *L, const level_rates *r)
{
    lua_createtable(L, 0, 12);
    bind_set_number(L, "alpha", r->alpha);
    bind_set_number(L, "alpha_half", r->alpha_half_width);
    bind_set_number(L, "beta", r->beta);
    bind_set_number(L, "beta_half", r->beta_half_width);
    bind_set_number(L, "beta_before", r->beta_before);
    bind_set_number(L, "gamma", r->gamma);
    bind_set_flag(L, "alpha_known", r->alpha_known);
    bind_set_flag(L, "beta_known", r->beta_known);
    bind_set_integer(L, "from", (lua_Integer)r->from);
    bind_set_integer(L, "to", (lua_Integer)r->to);
    bind_set_integer(L, "left_out", (lua_Integer)r->left_out);
    bind_set_flag(L, "flat", r->flat);
    bind_set_flag(L, "constant", r->constant);
    bind_set_flag(L, "gone", r->gone);
}

/* {eps, why} or {eps, L, n = vec of n_0 .. n_L, cost, plain, extrapolated} */
static void push_plan(lua_State *L, const level_row *row, size_t last, const level_rates *r,
                      double eps)
{
    level_plan p;
    const char *why = levels_plan(row, last, r, eps, &p);
    lua_createtable(L, 0, 6);
    bind_set_number(L, "eps", eps);
    bind_set_text(L, "why", why);
    if (why)
        return;
    bind_set_integer(L, "L", (lua_Integer)p.last);
    bind_push_numbers(L, p.last + 1, p.n);
    lua_setfield(L, -2, "n");
    bind_set_number(L, "cost", p.cost);
    bind_set_number(L, "plain", p.plain_cost);
    bind_set_flag(L, "extrapolated", p.extrapolated);
}

static void push_plans(lua_State *L, const level_row *row, size_t last, const level_rates *r,
                       const arg *eps)
{
    lua_newtable(L);
    for (size_t i = 0; i < eps->rows; i++) {
        push_plan(L, row, last, r, ((const double *)eps->data)[i]);
        lua_rawseti(L, -2, (lua_Integer)i + 1);
    }
}

/* The last level of a table: as asked, the estimate's own, or 8 where that has no last. */
static size_t last_level(lua_State *L, const estimator *e, const arg *asked)
{
    if (e->op)
        bind_fail(L, "estimator:levels",
                  "expected an estimate by v-mlmc, rt-mlmc or ru-mlmc, got "
                  "one that has no levels");
    if (asked->given)
        return (size_t)asked->number;
    return e->levels.last < LEVELS_MOST ? e->levels.last : 8;
}

/* What levels and rates are asked for, and what comes of it. */
typedef struct level_table {
    arg a[N_LEVELS];
    const double *x;
    level_row row[LEVELS_MOST + 1];
    size_t made;
    level_rates rates;
    status stop;
    bool failed; /* an error ended it, which is put aside */
} level_table;

/* For the estimator, x and options at 1, 2, 3. */
static void make_table(lua_State *L, const estimator *e, level_table *t)
{
    const arg *a = t->a;
    lua_settop(L, 3);
    t->x = bind_push_point(L, 2, "estimator:levels", "expected x", e->problem);
    bind_options(L, 3, "estimator:levels", levels_params, N_LEVELS, t->a);
    levels_config c = {.estimator = e,
                       .x = t->x,
                       .last = last_level(L, e, &a[LEVELS_LAST]),
                       .reps = (uint64_t)a[LEVELS_REPS].number,
                       .seed = bind_seed(&a[LEVELS_SEED]),
                       .threads = bind_threads(&a[LEVELS_THREADS]),
                       .interrupt = bind_interrupt(L)};
    void *work = bind_push_block(L, levels_work(&c));
    bind_progress shown = {.unit = "estimates", .units = 2 * (double)c.reps * (double)(c.last + 1)};
    c.progress = bind_progress_begin(L, &shown, "estimator:levels");
    t->stop = levels_run(&c, work, t->row, &t->made);
    t->failed = bind_progress_keep(L, &shown, t->stop, t->made > 0);
    if (t->made == 0)
        bind_fail(L, "estimator:levels", "%s", status_text(t->stop));
    t->rates = levels_fit(t->row, t->made);
}

/* levels(e, x, options) -> e, columns, rates, plans, x, options, {stop =, failure =}: the library
 * makes a result of them. */
static int levels(lua_State *L)
{
    const estimator *e = self(L, "levels");
    level_table t;
    make_table(L, e, &t);
    lua_pushvalue(L, 1);
    lua_createtable(L, 0, 8);
    set_columns(L, t.row, t.made);
    push_rates(L, &t.rates);
    push_plans(L, t.row, t.made, &t.rates, &t.a[LEVELS_EPS]);
    bind_push_row(L, e->problem, t.x);
    bind_push_spec(L, levels_params, N_LEVELS, t.a);
    lua_createtable(L, 0, 2);
    bind_set_stop(L, t.stop);
    if (t.failed)
        bind_keep_error(L);
    return 7;
}

/* rates(e, x, options of levels): those of the table. */
static int rates(lua_State *L)
{
    level_table t;
    make_table(L, self(L, "levels"), &t);
    if (t.failed)
        bind_rethrow(L);
    push_rates(L, &t.rates);
    return 1;
}

/* fixed_point(e, x) -> e, its problem, x: checked, the library seeks it. */
static int fixed_point(lua_State *L)
{
    const estimator *e = self(L, "fixed_point");
    if (e->of == OF_VALUE)
        bind_fail(L, "estimator:fixed_point",
                  "expected an estimate of the gradient, got one of the value");
    lua_settop(L, 2);
    const double *x = bind_push_point(L, 2, "estimator:fixed_point", "expected x", e->problem);
    lua_pushvalue(L, 1);
    lua_getiuservalue(L, 1, 1);
    bind_push_row(L, e->problem, x);
    return 3;
}

static int text(lua_State *L)
{
    const estimator *e = self(L, "tostring");
    const char *of = e->of == OF_VALUE ? "value" : "gradient";
    if (e->op)
        lua_pushfstring(L, "estimator of the %s, %s: m %I, m_jac %I, batch %I", of, e->op->name,
                        (LUAI_UACINT)e->m, (LUAI_UACINT)e->m_jacobian, (LUAI_UACINT)e->batch);
    else
        lua_pushfstring(L, "estimator of the %s, %s: levels 0 to %I, batch %I", of, e->type->name,
                        (LUAI_UACINT)e->levels.last, (LUAI_UACINT)e->batch);
    return 1;
}

/* spec(e): the options it was made with. */
static int spec(lua_State *L)
{
    bind_object(L, 1, "estimator", "estimator");
    lua_getiuservalue(L, 1, 3);
    return 1;
}

/* The problem of an estimate, whether its gradient is estimated, not its value, and how many draws
 * its smallest block has. */
static int about(lua_State *L)
{
    const estimator *e = bind_object(L, 1, "estimator", "estimator");
    lua_getiuservalue(L, 1, 1);
    lua_pushboolean(L, e->of == OF_GRADIENT);
    size_t block = e->type->extrapolates ? (size_t)e->op->term[0].size * e->m : 1;
    lua_pushinteger(L, (lua_Integer)block);
    return 3;
}

static const luaL_Reg meta[] = {{"__tostring", text}, {NULL, NULL}};

static const luaL_Reg methods[] = {
    {"sample", sample},     {"moments", moments_at},      {"levels", levels},
    {"expected", expected}, {"fixed_point", fixed_point}, {NULL, NULL},
};

static const luaL_Reg functions[] = {
    {"make", make}, {"spec", spec}, {"about", about}, {"rates", rates}, {NULL, NULL}};

int bind_open_estimator(lua_State *L)
{
    bind_new_type(L, "estimator", meta, methods, NULL);
    luaL_newlib(L, functions);
    lua_newtable(L);
    bind_set_params(L, "estimator", params, 1);
    bind_push_method_param(L);
    lua_setfield(L, -2, "method");
    bind_set_params(L, "sample", sample_params, 1);
    bind_set_params(L, "moments", moments_params, N_MOMENTS);
    bind_set_params(L, "levels", levels_params, N_LEVELS);
    lua_setfield(L, -2, "params");
    return 1;
}
