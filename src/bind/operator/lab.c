/* core.lab: sampled estimates of the bias lab. */
#include "bind/operator/lab.h"

#include "bind/bind.h"
#include "bind/callback.h"
#include "bind/estimates.h"
#include "bind/modules.h"
#include "bind/operator/func.h"
#include "bind/progress.h"
#include "engine/law/judge.h"
#include "engine/law/tail.h"

#include <math.h>
#include <string.h>

enum { M, S, REPS, SE, SEED, CONTROL, N_THREADS, N_SAMPLE };

static const param sample_params[] = {
    [M] = {"m", PARAM_INTEGER, .fallback = 1, .low = 1, .high = 1e9, .unit = "draws",
           .meaning = "draws per block"},
    [S] = {"s", PARAM_VECTOR, .flags = PARAM_OPTIONAL, .low = -INFINITY,
           .meaning = "shift; default 0"},
    [REPS] = BIND_REPS_PARAM,
    [SE] = BIND_SE_PARAM,
    [SEED] = {"seed", PARAM_INTEGER, .flags = PARAM_OPTIONAL, .high = 0x1p53,
              .meaning = "names the streams; default --seed"},
    [CONTROL] = {"control", PARAM_BOOLEAN,
                 .meaning = "control variates from the law's first two moments"},
    [N_THREADS] = {"threads", PARAM_INTEGER, .flags = PARAM_OPTIONAL | PARAM_IDLE, .low = 1,
                   .high = 1024, .meaning = "default --threads; changes no result"},
};

/* bias, or bias_unknown: why there is none. */
static void set_bias(lua_State *L, const lab_config *c, const lab_result *r,
                     const bind_estimates *e)
{
    if (r->has_target) {
        bind_set_bias(L, e);
        return;
    }
    lua_pushstring(L, c->dist->mean ? "q is not finite at s + mean"
                                    : "the mean of the law is not known");
    lua_setfield(L, -2, "bias_unknown");
}

/* Estimates that may have missed what decides their mean get the exact one, where it is known. */
static void set_exact(lua_State *L, const lab_config *c, const lab_point *point,
                      const lab_result *r, const existence *x)
{
    double expected;
    if (!x->certain && judge_expectation(c, point, r, &expected))
        bind_set_number(L, "exact", expected);
}

/* rare = {value, times, expected} */
static void set_rare(lua_State *L, const lab_rare *rare)
{
    if (!(rare->expected > 0))
        return;
    lua_createtable(L, 0, 3);
    bind_set_number(L, "value", rare->value);
    bind_set_number(L, "times", rare->times);
    bind_set_number(L, "expected", rare->expected);
    lua_setfield(L, -2, "rare");
}

/* {mean, bias, se, sd, draws, reps, controlled, ..}; x: what the law knows of the estimates. */
static void push_result(lua_State *L, const lab_config *c, const lab_point *point,
                        const lab_result *r, const existence *x)
{
    bind_estimates e = {.n = c->q->out,
                        .number = c->q->out == 1,
                        .certain = x->certain,
                        .raw = r->raw,
                        .value = r->reduced,
                        .taken = r->target,
                        .target = r->target,
                        .odd = r->odd};
    lua_createtable(L, 0, 16);
    bind_set_estimates(L, &e);
    bind_set_goal(L, &e, c->se, x->variance == NO);
    bind_set_each(L, "sd", &e, tally_sd);
    bind_set_numbers(L, "rounding", &e, r->rounding);
    set_bias(L, c, r, &e);
    bind_set_integer(L, "draws", (lua_Integer)(point->op->draws * point->m));
    bind_set_flag(L, "controlled", r->controlled);
    bind_correct_estimates(L, &e, x);
    set_rare(L, &r->rare);
    bind_set_tail(L, r->tail_k);
    bind_set_existence(L, x, r->odd.n > 0 ? (double)NAN : r->tail_k);
}

/* The dist and q of c and how it is run: from the values at `index` (q), after it (dist), and the
 * options. */
static void read_config(lua_State *L, int index, const char *function, const arg *a, lab_config *c,
                        bind_func *q)
{
    c->dist = bind_object(L, index + 1, "dist", function);
    c->s = bind_push_shift(L, function, &a[S], c->dist->dim);
    double sizes[EXTRAP_TERMS];
    size_t n = extrap_sizes(c->point->op, (double)c->point->m, sizes);
    bind_blocks b = {c->dist, c->s, sizes, n};
    bind_func_read_law(L, index, function, &b, q);
    bool calls_back = q->q.kind == FUNC_GENERAL || c->dist->type->calls_back;
    c->q = &q->q;
    c->reps = bind_reps(&a[REPS], &a[SE]);
    c->se = a[SE].number;
    c->seed = bind_seed(&a[SEED]);
    c->control = a[CONTROL].number != 0;
    c->threads = calls_back ? 1 : bind_threads(&a[N_THREADS]);
    c->interrupt = bind_interrupt(L);
}

/* What a q remembers: {[operator] = known}, the existence that was found last for estimates of the
 * operator, whose law is its user value. */
typedef struct known {
    double m, s;
    existence x;
} known;

/* Whether *x is what the q at that index remembers of the operator at 1 and the law at 3. */
static bool recall_existence(lua_State *L, const lab_config *c, int q, existence *x)
{
    int top = lua_gettop(L);
    if (lua_getiuservalue(L, q, BIND_FUNC_KNOWN) == LUA_TTABLE) {
        lua_pushvalue(L, 1);
        lua_rawget(L, -2);
    }
    const known *k = lua_touserdata(L, -1);
    if (k)
        lua_getiuservalue(L, -1, 1);
    bool same = k && lua_rawequal(L, -1, 3) && k->m == (double)c->point->m && k->s == c->s[0];
    *x = same ? k->x : *x;
    lua_settop(L, top);
    return same;
}

static void remember_existence(lua_State *L, const lab_config *c, int q, const existence *x)
{
    if (lua_getiuservalue(L, q, BIND_FUNC_KNOWN) != LUA_TTABLE) {
        lua_newtable(L);
        lua_pushvalue(L, -1);
        lua_setiuservalue(L, q, BIND_FUNC_KNOWN);
        lua_remove(L, -2);
    }
    lua_pushvalue(L, 1);
    known *k = lua_newuserdatauv(L, sizeof *k, 1);
    *k = (known){(double)c->point->m, c->s[0], *x};
    lua_pushvalue(L, 3);
    lua_setiuservalue(L, -2, 1);
    lua_rawset(L, -3);
    lua_pop(L, 1);
}

/* x[p] <- what the law knows of point p: nothing once an interrupt came. q: the index of a q that
 * remembers it from sample to sample, or 0. */
static void find_existence(lua_State *L, const lab_config *c, existence *x, int q,
                           const char *function)
{
    if (q && recall_existence(L, c, q, x))
        return;
    for (size_t p = 0; p < c->points && !*c->interrupt; p++)
        bind_check(
            L, function,
            existence_find(c->point[p].op, c->q, c->dist, (double)c->point[p].m, c->s[0], &x[p]));
    if (q && !*c->interrupt)
        remember_existence(L, c, q, x);
}

/* The results of points; how the estimates ended, and whether that was an error of q's that is put
 * aside. */
typedef struct drawn {
    lab_result *each;
    status stop;
    bool failed;
} drawn;

/* Of c's points. */
static drawn draw(lua_State *L, const lab_config *asked, const char *function)
{
    lab_config c = *asked;
    lab_result *r = lua_newuserdatauv(L, c.points * sizeof *r, 0);
    double *work = lua_newuserdatauv(L, lab_work(&c) * sizeof *work, 0), draws = 0;
    for (size_t p = 0; p < c.points; p++)
        draws += (double)c.point[p].op->draws * (double)c.point[p].m;
    bind_progress shown = {.value = c.dist->mean ? "bias" : "mean",
                           .unit = "draws",
                           .units = c.se > 0 ? (double)NAN : (double)c.reps * draws,
                           .goal = c.se};
    c.progress = bind_progress_begin(L, &shown, function);
    drawn d = {r, lab_run(&c, work, r), false};
    d.failed = bind_progress_keep(L, &shown, d.stop, tally_n(&r->raw[0]) > 0);
    return d;
}

/* moved: a vec, by part of the draws, of use to slopes. */
static void set_moved(lua_State *L, const lab_result *r)
{
    if (!r->moved)
        return;
    bind_push_numbers(L, LAB_PARTS, r->moved);
    lua_setfield(L, -2, "moved");
}

/* Pushes a list of the results of c's points. What has no variance is not drawn until its standard
 * error is small: that is found out first where it matters. Returns whether q failed after some
 * estimates; nothing more is asked of it then. */
static bool push_results(lua_State *L, const lab_config *c, lab_point *point, int q,
                         const char *function)
{
    existence *x = lua_newuserdatauv(L, c->points * sizeof *x, 0);
    memset(x, 0, c->points * sizeof *x);
    if (c->se > 0)
        find_existence(L, c, x, q, function);
    for (size_t p = 0; p < c->points; p++)
        point[p].endless = x[p].variance == NO;
    drawn d = draw(L, c, function);
    if (!(c->se > 0) && !d.failed)
        find_existence(L, c, x, q, function);
    lua_createtable(L, (int)c->points, 0);
    for (size_t p = 0; p < c->points; p++) {
        push_result(L, c, &point[p], &d.each[p], &x[p]);
        set_moved(L, &d.each[p]);
        bind_set_stop(L, d.stop);
        if (!d.failed)
            set_exact(L, c, &point[p], &d.each[p], &x[p]);
        lua_rawseti(L, -2, (lua_Integer)p + 1);
    }
    return d.failed;
}

int bind_sample(lua_State *L, const char *function)
{
    arg a[N_SAMPLE];
    bind_func q;
    lab_point point = {.op = bind_object(L, 1, "extrap", function)};
    lab_config c = {.point = &point, .points = 1};
    bind_object(L, 3, "dist", function);
    bind_options(L, 4, function, sample_params, N_SAMPLE, a);
    point.m = (size_t)a[M].number;
    read_config(L, 2, function, a, &c, &q);
    bool failed = push_results(L, &c, &point, q.index, function);
    lua_rawgeti(L, -1, 1);
    bind_set_text(L, "moved", NULL); /* it says nothing of one point */
    if (failed)
        bind_keep_error(L);
    return 1;
}

/* Lists of operators at 1 and of m at 2 as points. */
static lab_point *push_points(lua_State *L, size_t n, const char *function)
{
    lab_point *point = lua_newuserdatauv(L, n * sizeof *point, 0);
    for (size_t p = 0; p < n; p++) {
        lua_rawgeti(L, 1, (lua_Integer)p + 1);
        lua_rawgeti(L, 2, (lua_Integer)p + 1);
        point[p] = (lab_point){.op = bind_object(L, -2, "extrap", function),
                               .m = (size_t)lua_tointeger(L, -1)};
        lua_pop(L, 2);
    }
    return point;
}

/* Of the arguments (operators, list of m, q, dist, options without m, function) the points, each an
 * operator and an m, and how they are run. */
static lab_point *read_points(lua_State *L, lab_config *c, bind_func *q)
{
    const char *function = luaL_checkstring(L, 6);
    arg a[N_SAMPLE];
    c->points = (size_t)lua_rawlen(L, 1);
    lab_point *point = push_points(L, c->points, function);
    c->point = point;
    bind_options(L, 5, function, sample_params + 1, N_SAMPLE - 1, a + 1);
    read_config(L, 3, function, a, c, q);
    return point;
}

/* together(..) -> how many of the points, from the first on, should be sampled in one call. */
static int together(lua_State *L)
{
    bind_func q;
    lab_config c = {0};
    read_points(L, &c, &q);
    lua_pushinteger(L, (lua_Integer)lab_points_together(&c));
    return 1;
}

/* sample(..) -> list of results, one for each point; with failure = {error} where q failed after
 * some estimates. */
static int sample(lua_State *L)
{
    bind_func q;
    lab_config c = {0};
    lab_point *point = read_points(L, &c, &q);
    if (push_results(L, &c, point, 0, lua_tostring(L, 6)))
        bind_keep_error(L);
    return 1;
}

static double field(lua_State *L, const char *name)
{
    lua_getfield(L, 1, name);
    double x = lua_isnumber(L, -1) ? lua_tonumber(L, -1) : (double)NAN;
    lua_pop(L, 1);
    return x;
}

static bool flag(lua_State *L, const char *name)
{
    lua_getfield(L, 1, name);
    bool is = lua_toboolean(L, -1);
    lua_pop(L, 1);
    return is;
}

/* judge{mean =, bias =, .., number =, equal =, sum =} -> {exact =, .., zero =}: judge.h; what is
 * not known is nil. */
static int judge_point(lua_State *L)
{
    static const char *const zeros[] = {
        [ZERO_NOT] = NULL, [ZERO_EXACT] = "exactly unbiased", [ZERO_ROUNDING] = "rounding"};
    judge_seen s = {.mean = field(L, "mean"),
                    .bias = field(L, "bias"),
                    .se = field(L, "se"),
                    .sd = field(L, "sd"),
                    .rounding = field(L, "rounding"),
                    .tail = field(L, "tail"),
                    .expected = field(L, "expected"),
                    .exact = field(L, "exact"),
                    .exact_rounding = field(L, "exact_rounding"),
                    .number = flag(L, "number"),
                    .equal = flag(L, "equal"),
                    .sum = flag(L, "sum")};
    judged j = judge(&s);
    lua_createtable(L, 0, 6);
    bind_set_known(L, "exact", j.exact);
    bind_set_known(L, "exact_rounding", j.exact_rounding);
    bind_set_known(L, "expected", j.expected);
    bind_set_known(L, "contradicted", j.contradicted);
    bind_set_known(L, "mse", j.mse);
    bind_set_text(L, "zero", zeros[j.zero]);
    return 1;
}

static const luaL_Reg functions[] = {
    {"together", together}, {"sample", sample}, {"judge", judge_point}, {NULL, NULL}};

int bind_open_lab(lua_State *L)
{
    luaL_newlib(L, functions);
    lua_newtable(L);
    bind_set_params(L, "sample", sample_params, N_SAMPLE);
    lua_setfield(L, -2, "params");
    return 1;
}
