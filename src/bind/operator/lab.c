/* core.lab: sampled estimates of the bias lab. */
#include "bind/operator/lab.h"

#include "bind/bind.h"
#include "bind/estimates.h"
#include "bind/modules.h"
#include "bind/operator/func.h"
#include "bind/progress.h"
#include "engine/law/expect.h"
#include "engine/law/lab.h"
#include "engine/law/tail.h"

#include <math.h>

enum { M, S, REPS, SEED, CONTROL, N_THREADS, N_SAMPLE };

static const param sample_params[] = {
    [M] = {"m", PARAM_INTEGER, .fallback = 1, .low = 1, .high = 1e9, .unit = "draws",
           .meaning = "draws per block"},
    [S] = {"s", PARAM_VECTOR, .flags = PARAM_OPTIONAL, .low = -INFINITY,
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
        bind_set_bias(L, e);
        return;
    }
    lua_pushstring(L, c->dist->mean ? "q is not finite at s + mean"
                                    : "the mean of the law is not known");
    lua_setfield(L, -2, "bias_unknown");
}

/* Estimates that are all equal, or have a heavy tail, do not show what they missed; the exact mean
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
                        .target = r->target,
                        .odd = r->odd};
    lua_createtable(L, 0, 12);
    bind_set_estimates(L, &e);
    bind_set_each(L, "sd", &e, tally_sd);
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
    lab_config c = {
        .op = op,
        .q = &q.q,
        .dist = d,
        .m = (size_t)a[M].number,
        .s = s,
        .reps = (uint64_t)a[REPS].number,
        .seed = bind_seed(&a[SEED]),
        .control = a[CONTROL].number != 0,
        .threads = calls_back ? 1 : bind_threads(&a[N_THREADS]),
        .interrupt = &bind_interrupted,
    };
    double *work = lua_newuserdatauv(L, lab_work(&c) * sizeof *work, 0);
    bind_progress shown = {.value = d->mean ? "bias" : "mean",
                           .unit = "draws",
                           .units = a[REPS].number * (double)op->draws * a[M].number};
    c.progress = bind_progress_begin(L, &shown, function);
    bind_progress_end(L, &shown, lab_run(&c, work, &r));
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

static const luaL_Reg functions[] = {{"sample", sample}, {NULL, NULL}};

int bind_open_lab(lua_State *L)
{
    luaL_newlib(L, functions);
    lua_newtable(L);
    bind_set_params(L, "sample", sample_params, N_SAMPLE);
    lua_setfield(L, -2, "params");
    return 1;
}
