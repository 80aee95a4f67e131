/* core.rng: generators for Lua code. */
#include "bind/value/rng.h"

#include "bind/bind.h"
#include "bind/modules.h"
#include "engine/number/num.h"

#include <math.h>

/* Kinds of draw: each has its own stream, so that no kind disturbs another. */
enum { UNIFORM, NORMAL, EXPONENTIAL, INDEX, KINDS };

/* Lua's memory is less aligned than a stream must be. */
static stream *streams(void *generator)
{
    uintptr_t align = _Alignof(stream);
    return (stream *)(((uintptr_t)generator + align - 1) / align * align);
}

void bind_restart_rng(lua_State *L, int index, uint64_t seed, uint64_t replicate, purpose use)
{
    static const stream_kind kinds[KINDS] = {STREAM_UNIFORMS, STREAM_NORMALS, STREAM_UNIFORMS,
                                             STREAM_WORDS};
    stream *s = streams(lua_touserdata(L, index));
    for (int i = 0; i < KINDS; i++)
        stream_init(&s[i], kinds[i], seed, replicate, use, (uint64_t)i);
}

void bind_push_rng(lua_State *L, uint64_t seed, uint64_t replicate, purpose use)
{
    lua_newuserdatauv(L, KINDS * sizeof(stream) + _Alignof(stream), 0);
    luaL_setmetatable(L, "debias.rng");
    bind_restart_rng(L, -1, seed, replicate, use);
}

static stream *self(lua_State *L, const char *method)
{
    return streams(bind_self(L, "rng", method));
}

stream *bind_rng_stream(lua_State *L, int index, stream_kind kind)
{
    return streams(bind_object(L, index, "rng", NULL)) +
           (kind == STREAM_NORMALS ? NORMAL : UNIFORM);
}

/* new([seed]) */
static int create(lua_State *L)
{
    double seed = bind_settings.seed;
    if (!lua_isnoneornil(L, 1))
        seed = (double)bind_count(L, 1, "rng.new", "seed", 0);
    bind_push_rng(L, (uint64_t)seed, 0, PURPOSE_USER);
    return 1;
}

int bind_push_draws(lua_State *L, int index, const char *function, stream *s,
                    const double *(*draw)(stream *s, size_t n))
{
    if (lua_isnoneornil(L, index)) {
        lua_pushnumber(L, *draw(s, 1));
        return 1;
    }
    size_t n = bind_count(L, index, function, "n", 0);
    double *out = bind_push_vec(L, n)->data;
    for (size_t i = 0; i < n; i++) {
        bind_look_at(L, i, function);
        out[i] = *draw(s, 1);
    }
    return 1;
}

static int normal(lua_State *L)
{
    return bind_push_draws(L, 2, "rng:normal", self(L, "normal") + NORMAL, stream_normals);
}

static int uniform(lua_State *L)
{
    return bind_push_draws(L, 2, "rng:uniform", self(L, "uniform") + UNIFORM, stream_uniforms);
}

/* exponential(mean [, n]) */
static int exponential(lua_State *L)
{
    stream *s = self(L, "exponential") + EXPONENTIAL;
    double mean = bind_number(L, 2, "rng:exponential", "mean");
    if (!(mean > 0 && mean < INFINITY))
        bind_fail(L, "rng:exponential", "expected a mean > 0, got %f", mean);
    bind_push_draws(L, 3, "rng:exponential", s, stream_uniforms);
    bind_vec *v = bind_test_vec(L, -1);
    if (!v)
        lua_pushnumber(L, -mean * num_log(lua_tonumber(L, -1)));
    for (size_t i = 0; v && i < v->n; i++) {
        bind_look_at(L, i, "rng:exponential");
        v->data[i] = -mean * num_log(v->data[i]);
    }
    return 1;
}

/* index(n): 1 .. n */
static int index_draw(lua_State *L)
{
    stream *s = self(L, "index") + INDEX;
    size_t n = bind_count(L, 2, "rng:index", "n", 1);
    if (n > (size_t)1 << 32)
        bind_fail(L, "rng:index", "expected at most 2^32, got %I", (LUAI_UACINT)n);
    lua_pushinteger(L, (lua_Integer)stream_index(s, n) + 1);
    return 1;
}

static int text(lua_State *L)
{
    lua_pushliteral(L, "rng");
    return 1;
}

static const luaL_Reg meta[] = {{"__tostring", text}, {NULL, NULL}};

static const luaL_Reg methods[] = {
    {"normal", normal},    {"uniform", uniform}, {"exponential", exponential},
    {"index", index_draw}, {NULL, NULL},
};

static const luaL_Reg functions[] = {{"new", create}, {NULL, NULL}};

int bind_open_rng(lua_State *L)
{
    bind_new_type(L, "rng", meta, methods, NULL);
    luaL_newlib(L, functions);
    return 1;
}
