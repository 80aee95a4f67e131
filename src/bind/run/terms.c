/* core.terms: estimates of the value, or terms of one level, drawn in addition to others, and what
 * they come to. What was drawn is a vec of numbers, which can be copied and kept in files. */
#include "bind/bind.h"
#include "bind/modules.h"
#include "bind/problem/own.h"
#include "bind/problem/problem.h"
#include "bind/progress.h"
#include "bind/value/rng.h"
#include "engine/run/terms.h"

#include <math.h>
#include <string.h>

enum { FIELDS = sizeof(terms_drawn) / sizeof(double) };

_Static_assert(sizeof(terms_drawn) == FIELDS * sizeof(double), "all fields are doubles");

/* new() -> nothing drawn */
static int new_terms(lua_State *L)
{
    bind_push_vec(L, FIELDS);
    return 1;
}

static terms_drawn read(lua_State *L, int index)
{
    terms_drawn t;
    const bind_vec *v = bind_test_vec(L, index);
    luaL_argcheck(L, v && v->n == FIELDS, index, "what terms.new gave expected");
    memcpy(&t, v->data, sizeof t);
    return t;
}

/* A failed call leaves what was drawn as it was. */
static void write(lua_State *L, int index, const terms_drawn *t)
{
    memcpy(bind_test_vec(L, index)->data, t, sizeof *t);
}

/* chunk(estimator): only multiples of so many are drawn. */
static int chunk(lua_State *L)
{
    lua_pushinteger(L, (lua_Integer)terms_chunk(bind_object(L, 1, "estimator", "terms.chunk")));
    return 1;
}

/* draw(drawn, function, estimator, x, n, seed, set, threads): n more, or up to the interrupt;
 * returns how many. Of v-mlmc they are terms of its last level. */
static int draw(lua_State *L)
{
    terms_drawn t = read(L, 1);
    const char *function = luaL_checkstring(L, 2);
    const estimator *e = bind_object(L, 3, "estimator", function);
    uint64_t each = terms_chunk(e), made = 0;
    lua_problem_enter(L, e->problem);
    terms_config c = {
        .estimator = e,
        .x = bind_push_point(L, 4, function, "expected x", e->problem),
        .first = (uint64_t)tally_n(&t.value) / each,
        .count = ((uint64_t)luaL_checknumber(L, 5) + each - 1) / each,
        .seed = terms_seed((uint64_t)luaL_checknumber(L, 6), (uint64_t)luaL_checkinteger(L, 7)),
        .threads = (size_t)luaL_checkinteger(L, 8),
        .interrupt = bind_interrupt(L)};
    bind_progress shown = {.value = "", .unit = "terms", .units = (double)c.count * (double)each};
    void *work = bind_push_block(L, terms_work(&c));
    c.progress = bind_progress_begin(L, &shown, function);
    status done = terms_run(&c, work, &t, &made);
    write(L, 1, &t);
    bind_progress_end(L, &shown, done);
    lua_pushinteger(L, (lua_Integer)(made * each));
    return 1;
}

/* rng(seed, level, chunk): for one call of a function that draws terms. */
static int generator(lua_State *L)
{
    uint64_t level = (uint64_t)luaL_checkinteger(L, 2);
    bind_push_rng(L, terms_seed((uint64_t)luaL_checknumber(L, 1), level),
                  (uint64_t)luaL_checknumber(L, 3), PURPOSE_USER);
    return 1;
}

/* add(drawn, value, plain): two vecs of one length. */
static int add(lua_State *L)
{
    terms_drawn t = read(L, 1);
    const bind_vec *value = bind_test_vec(L, 2), *plain = bind_test_vec(L, 3);
    luaL_argcheck(L, value && plain && value->n == plain->n, 2, "two vecs of one length expected");
    for (size_t i = 0; i < value->n; i++) {
        tally_add(&t.value, value->data[i]);
        tally_add(&t.plain, plain->data[i]);
    }
    write(L, 1, &t);
    return 0;
}

/* read(drawn) -> {n, mean, var, kurtosis, plain, plain_var, not_finite, samples} */
static int summary(lua_State *L)
{
    terms_drawn t = read(L, 1);
    double n = tally_n(&t.value);
    lua_createtable(L, 0, 9);
    bind_set_number(L, "n", n);
    bind_set_number(L, "mean", tally_mean(&t.value));
    bind_set_number(L, "var", moments_var(&t.value.finite));
    bind_set_number(L, "kurtosis", moments_kurtosis(&t.value.finite));
    bind_set_number(L, "plain", tally_mean(&t.plain));
    bind_set_number(L, "plain_var", moments_var(&t.plain.finite));
    bind_set_number(L, "samples", t.samples);
    bind_set_number(L, "not_finite", fmax(n - t.value.finite.n, n - t.plain.finite.n));
    return 1;
}

static const luaL_Reg functions[] = {{"new", new_terms}, {"chunk", chunk},  {"draw", draw},
                                     {"add", add},       {"read", summary}, {"rng", generator},
                                     {NULL, NULL}};

int bind_open_terms(lua_State *L)
{
    luaL_newlib(L, functions);
    return 1;
}
