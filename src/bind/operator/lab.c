/* core.lab: sampled biases, slope fits. */
#include "bind/operator/lab.h"

#include "bind/bind.h"
#include "bind/estimates.h"
#include "bind/modules.h"
#include "bind/operator/func.h"
#include "bind/progress.h"
#include "engine/law/expect.h"
#include "engine/law/lab.h"
#include "engine/law/tail.h"
#include "engine/number/norm.h"

#include <math.h>
#include <string.h>

enum { M, S, REPS, SEED, CONTROL, N_THREADS, N_SAMPLE };

static const param sample_params[] = {
    [M] = {"m", PARAM_INTEGER, .fallback = 1, .low = 1, .high = 1e9, .unit = "draws",
           .meaning = "draws per block"},
    [S] = {"s", PARAM_VECTOR, .flags = PARAM_OPTIONAL, .low = -INFINITY, .high = INFINITY,
           .meaning = "shift; default 0"},
    [REPS] = {"reps", PARAM_INTEGER, .fallback = 1e4, .low = 2, .high = 1e15, .unit = "estimates",
              .meaning = "independent estimates"},
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
        bind_set_bias(L, e, r->target);
        return;
    }
    lua_pushstring(L, c->dist->mean ? "q is not finite at s + mean"
                                    : "the mean of the law is not known");
    lua_setfield(L, -2, "bias_unknown");
}

/* Estimates that are all equal, or of a heavy tail, say nothing of what they missed: the exact mean
 * does, where it is known. */
static void set_exact(lua_State *L, const lab_config *c, const lab_result *r, const existence *x)
{
    expectation exact;
    bool doubtful = tally_check(r->raw) == TALLY_EQUAL || r->tail_k > TAIL_HEAVY;
    if (!doubtful || x->certain || c->q->out > 1)
        return;
    if (expect_mean(c->op, c->q, c->dist, (double)c->m, c->s[0], &exact) == STATUS_OK)
        bind_set_number(L, "exact", exact.value);
}

/* {mean, bias, se, sd, draws, reps, controlled, ..} */
static int push_result(lua_State *L, const lab_config *c, const lab_result *r, const existence *x)
{
    bind_estimates e = {.n = c->q->out,
                        .number = c->q->out == 1,
                        .certain = x->certain,
                        .raw = r->raw,
                        .value = r->reduced,
                        .taken = r->target,
                        .odd = r->odd};
    lua_createtable(L, 0, 12);
    bind_set_estimates(L, &e);
    bind_set_each(L, "sd", &e, r->raw, tally_sd);
    bind_set_numbers(L, "rounding", &e, r->rounding);
    set_bias(L, c, r, &e);
    bind_set_integer(L, "draws", (lua_Integer)(c->op->draws * c->m));
    bind_set_flag(L, "controlled", r->controlled);
    bind_correct_estimates(L, &e, x);
    set_exact(L, c, r, x);
    bind_set_tail(L, r->tail_k);
    bind_set_existence(L, x, r->odd.n > 0 ? (double)NAN : r->tail_k);
    return 1;
}

int bind_sample(lua_State *L, const char *function)
{
    const extrap *op = bind_object(L, 1, "extrap", function);
    const dist *d = bind_object(L, 3, "dist", function);
    arg a[N_SAMPLE];
    bind_func q;
    lab_result r;
    bind_options(L, 4, function, sample_params, N_SAMPLE, a);
    const double *s = bind_push_shift(L, function, &a[S], d->dim);
    double sizes[EXTRAP_TERMS];
    bind_blocks b = {d, s, sizes, extrap_sizes(op, a[M].number, sizes)};
    bind_func_read_law(L, 2, function, &b, &q);
    bool calls_back = q.q.kind == FUNC_GENERAL || d->type->calls_back;
    double threads = a[N_THREADS].given ? a[N_THREADS].number : (double)bind_threads();
    lab_config c = {
        .op = op,
        .q = &q.q,
        .dist = d,
        .m = (size_t)a[M].number,
        .s = s,
        .reps = (uint64_t)a[REPS].number,
        .seed = (uint64_t)(a[SEED].given ? a[SEED].number : bind_settings.seed),
        .control = a[CONTROL].number != 0,
        .threads = calls_back ? 1 : (size_t)threads,
        .interrupt = &bind_interrupted,
    };
    double *work = lua_newuserdatauv(L, lab_work(&c) * sizeof *work, 0);
    bind_progress told = {.value = d->mean ? "bias" : "mean",
                          .unit = "draws",
                          .units = a[REPS].number * (double)op->draws * a[M].number};
    c.progress = bind_progress_begin(L, &told, function);
    status done = lab_run(&c, work, &r);
    bind_progress_end(&told);
    bind_check(L, function, done);
    existence x = {0};
    if (!bind_interrupted)
        bind_check(L, function, existence_find(op, &q.q, d, (double)c.m, s[0], &x));
    return push_result(L, &c, &r, &x);
}

/* sample(operator, q, dist, options, function) */
static int sample(lua_State *L)
{
    return bind_sample(L, luaL_checkstring(L, 5));
}

/* The column `name` of the table at 1, or NULL; n <- its length. */
static const double *column(lua_State *L, const char *name, size_t *n)
{
    lua_getfield(L, 1, name);
    const bind_vec *v = bind_test_vec(L, -1); /* the table holds it */
    lua_pop(L, 1);
    if (v)
        *n = v->n;
    return v ? v->data : NULL;
}

static void set_known(lua_State *L, const char *name, double x)
{
    if (!isnan(x))
        bind_set_number(L, name, x);
}

/* Sets why there is no slope, with the place of a change of sign. */
static void set_why(lua_State *L, const slope_fit *f)
{
    lua_pushstring(L, f->why);
    if (f->why && f->sign_to > 0) {
        lua_pushfstring(L, " between m = %I and %I", (LUAI_UACINT)f->sign_from,
                        (LUAI_UACINT)f->sign_to);
        lua_concat(L, 2);
    }
    lua_setfield(L, -2, "why");
}

/* slope{m=, bias=, se=, floor=, exact=, exact_floor=}: vecs -> {slope=, .., left_out=, why=} */
static int slope(lua_State *L)
{
    size_t n = 0;
    bias_points p = {.m = column(L, "m", &n),
                     .bias = column(L, "bias", &n),
                     .se = column(L, "se", &n),
                     .floor = column(L, "floor", &n),
                     .exact = column(L, "exact", &n),
                     .exact_floor = column(L, "exact_floor", &n)};
    p.n = n;
    slope_fit f = stats_bias_slope(&p, bind_push_vec(L, SLOPE_WORK * n)->data);
    lua_createtable(L, 0, 12);
    set_known(L, "slope", f.slope);
    set_known(L, "slope_lo", f.low);
    set_known(L, "slope_hi", f.high);
    set_known(L, "exact", f.exact);
    set_known(L, "from", f.from);
    set_known(L, "to", f.to);
    set_known(L, "sign_from", f.sign_from);
    set_known(L, "sign_to", f.sign_to);
    bind_set_integer(L, "sign", f.sign);
    bind_set_integer(L, "left_out", (lua_Integer)f.left_out);
    set_why(L, &f);
    return 1;
}

/* line(x, y, se): the slope of a weighted straight line, its interval's half-width, and why it says
 * nothing, or nil. */
static int line(lua_State *L)
{
    const bind_vec *x = bind_test_vec(L, 1), *y = bind_test_vec(L, 2), *se = bind_test_vec(L, 3);
    line_fit f = stats_fit_line(x->data, y->data, se->data, x->n);
    lua_pushnumber(L, f.slope);
    lua_pushnumber(L, f.half_width);
    lua_pushstring(L, stats_slope_doubt(f.slope, f.half_width)); /* nil for NULL */
    return 3;
}

/* rms(x): the root of the mean square of a vec. */
static int rms(lua_State *L)
{
    const bind_vec *x = bind_test_vec(L, 1);
    lua_pushnumber(L, norm_root_mean(norm_of(x->data, x->n, 1), (double)x->n));
    return 1;
}

static const luaL_Reg functions[] = {
    {"sample", sample}, {"slope", slope}, {"line", line}, {"rms", rms}, {NULL, NULL}};

int bind_open_lab(lua_State *L)
{
    luaL_newlib(L, functions);
    lua_newtable(L);
    bind_set_params(L, "sample", sample_params, N_SAMPLE);
    lua_setfield(L, -2, "params");
    return 1;
}
