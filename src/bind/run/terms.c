/* core.terms: estimates of the value, or terms of one level, drawn in addition to others, and what
 * they come to. What was drawn is a vec of numbers, which can be copied and kept in files. */
#include "bind/bind.h"
#include "bind/modules.h"
#include "bind/problem/own.h"
#include "bind/problem/problem.h"
#include "bind/progress.h"
#include "bind/run/terms.h"
#include "bind/value/rng.h"

#include <string.h>

enum { FIELDS = sizeof(terms_drawn) / sizeof(double) };

_Static_assert(sizeof(terms_drawn) == FIELDS * sizeof(double), "all fields are doubles");

/* new() -> nothing drawn */
static int new_terms(lua_State *L)
{
    bind_push_vec(L, FIELDS);
    return 1;
}

terms_drawn bind_drawn(lua_State *L, int index)
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
    terms_drawn t = bind_drawn(L, 1);
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
    terms_drawn t = bind_drawn(L, 1);
    const bind_vec *value = bind_test_vec(L, 2), *plain = bind_test_vec(L, 3);
    luaL_argcheck(L, value && plain && value->n == plain->n, 2, "two vecs of one length expected");
    for (size_t i = 0; i < value->n; i++) {
        tally_add(&t.value, value->data[i]);
        tally_add(&t.plain, plain->data[i]);
    }
    write(L, 1, &t);
    return 0;
}

void bind_push_drawn(lua_State *L, const terms_summary *t)
{
    lua_createtable(L, 0, 12);
    bind_set_number(L, "n", t->n);
    bind_set_number(L, "mean", t->mean);
    bind_set_number(L, "var", t->var);
    bind_set_number(L, "kurtosis", t->kurtosis);
    bind_set_number(L, "plain", t->plain);
    bind_set_number(L, "plain_var", t->plain_var);
    bind_set_number(L, "samples", t->samples);
    bind_set_number(L, "not_finite", t->not_finite);
    bind_set_text(L, "odd", terms_odd(t));
}

/* read(drawn) -> {n, mean, var, kurtosis, plain, plain_var, not_finite, samples, odd = why they say
 * nothing of the value, or nil} */
static int summary(lua_State *L)
{
    terms_drawn t = bind_drawn(L, 1);
    terms_summary s = terms_read(&t);
    bind_push_drawn(L, &s);
    return 1;
}

/* within(samples, cost, chunk): how many terms of that cost they allow. */
static int within(lua_State *L)
{
    lua_pushnumber(
        L, terms_within(luaL_checknumber(L, 1), luaL_checknumber(L, 2), luaL_checknumber(L, 3)));
    return 1;
}

static const luaL_Reg functions[] = {{"new", new_terms}, {"chunk", chunk},  {"draw", draw},
                                     {"add", add},       {"read", summary}, {"within", within},
                                     {"rng", generator}, {NULL, NULL}};

int bind_open_terms(lua_State *L)
{
    luaL_newlib(L, functions);
    return 1;
}
