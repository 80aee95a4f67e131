/* core.schedule: step sizes that change from step to step. */
#include "bind/run/schedule.h"

#include "bind/bind.h"
#include "bind/modules.h"
#include "engine/text/number.h"

#include <math.h>
#include <string.h>

bool bind_test_schedule(lua_State *L, int index, schedule *out)
{
    const char *type = bind_type(L, index);
    if (type && strcmp(type, "schedule") == 0) {
        *out = *(const schedule *)lua_touserdata(L, index);
        return true;
    }
    *out = (schedule){.kind = SCHEDULE_CONSTANT};
    return bind_test_number(L, index, &out->a) && isfinite(out->a) && out->a > 0;
}

/* constant(a) and the others; upvalue 1: the kind. */
static int make(lua_State *L)
{
    schedule_kind kind = (schedule_kind)lua_tointeger(L, lua_upvalueindex(1));
    size_t n;
    const param *params = schedule_params(kind, &n);
    arg options[SCHEDULE_PARAMS];
    lua_settop(L, 2);
    const char *function = lua_pushfstring(L, "schedule.%s", schedule_name(kind));
    double a = bind_number(L, 1, function, "a");
    if (!isfinite(a) || a <= 0)
        bind_expected(L, function, "a > 0", 1);
    bind_options(L, 2, function, params, n, options);
    schedule_set(lua_newuserdatauv(L, sizeof(schedule), 0), kind, a, options);
    luaL_setmetatable(L, "debias.schedule");
    return 1;
}

static const schedule *self(lua_State *L)
{
    return bind_object(L, 1, "schedule", "schedule");
}

/* s(t): the step size of step t. */
static int call(lua_State *L)
{
    const schedule *s = self(L);
    bind_refuse_more(L, "schedule", 2, 1, "s(t)");
    lua_pushnumber(L, schedule_at(s, bind_count(L, 2, "schedule", "t", 1)));
    return 1;
}

static void push_number(lua_State *L, double x)
{
    char digits[NUMBER_TEXT];
    lua_pushlstring(L, digits, number_shortest(digits, x));
}

/* The constructor's call. */
static int text(lua_State *L)
{
    const schedule *s = self(L);
    push_number(L, s->a);
    const char *a = lua_tostring(L, -1);
    push_number(L, s->factor);
    const char *factor = lua_tostring(L, -1);
    lua_pushfstring(L, "schedule.%s(%s", schedule_name(s->kind), a);
    if (s->kind == SCHEDULE_STEP)
        lua_pushfstring(L, ", {every=%I, factor=%s})", (LUAI_UACINT)s->every, factor);
    else if (s->kind == SCHEDULE_COSINE)
        lua_pushfstring(L, ", {steps=%I})", (LUAI_UACINT)s->every);
    else
        lua_pushliteral(L, ")");
    lua_concat(L, 2);
    return 1;
}

static const luaL_Reg meta[] = {{"__call", call}, {"__tostring", text}, {NULL, NULL}};
static const luaL_Reg methods[] = {{NULL, NULL}};

int bind_open_schedule(lua_State *L)
{
    bind_new_type(L, "schedule", meta, methods, NULL);
    lua_newtable(L);
    for (int k = 0; k < SCHEDULE_KINDS; k++) {
        lua_pushinteger(L, k);
        lua_pushcclosure(L, make, 1);
        lua_setfield(L, -2, schedule_name((schedule_kind)k));
    }
    lua_newtable(L);
    for (int k = 0; k < SCHEDULE_KINDS; k++) {
        size_t n;
        const param *params = schedule_params((schedule_kind)k, &n);
        if (n)
            bind_set_params(L, schedule_name((schedule_kind)k), params, n);
    }
    lua_setfield(L, -2, "params");
    return 1;
}
