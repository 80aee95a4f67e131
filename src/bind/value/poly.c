/* A call evaluates it by the engine's func, which q takes as it is, without tracing. */
#include "bind/value/poly.h"

#include "bind/bind.h"
#include "bind/modules.h"
#include "bind/type.h"
#include "engine/operator/func.h"

#include <math.h>
#include <string.h>

static int construct(lua_State *L)
{
    const bind_vec *c = bind_to_vec(L, 1);
    if (!c || c->n == 0)
        bind_expected(L, "poly", "a list of coefficients", 1);
    size_t n = c->n;
    for (size_t k = 0; k < n; k++)
        if (!isfinite(c->data[k]))
            bind_fail(L, "poly", "expected finite coefficients, got %f", c->data[k]);
    while (n > 1 && c->data[n - 1] == 0)
        n--;
    bind_poly *p = lua_newuserdatauv(L, sizeof *p + n * sizeof(double), 0);
    p->degree = n - 1;
    memcpy(p->coefficient, c->data, n * sizeof(double));
    luaL_setmetatable(L, "debias.poly");
    return 1;
}

static int call(lua_State *L)
{
    const bind_poly *p = lua_touserdata(L, 1);
    const func q = func_poly(p->coefficient, p->degree);
    const bind_vec *v = bind_test_vec(L, 2);
    double x, y;
    bind_refuse_more(L, "poly", 2, 1, "q(x)");
    if (v)
        q.eval(&q, v->n, v->data, bind_push_vec(L, v->n)->data, v->n);
    else if (bind_test_number(L, 2, &x)) {
        q.eval(&q, 1, &x, &y, 1);
        lua_pushnumber(L, y);
    } else
        bind_expected(L, "poly", "a number or a vec", 2);
    return 1;
}

static int coefficients(lua_State *L)
{
    const bind_poly *p = bind_self(L, "poly", "coefficients");
    bind_push_numbers(L, p->degree + 1, p->coefficient);
    return 1;
}

static int field(lua_State *L, void *self, const char *name)
{
    if (!name || strcmp(name, "degree") != 0)
        return 0;
    lua_pushinteger(L, (lua_Integer)((const bind_poly *)self)->degree);
    return 1;
}

static const luaL_Reg meta[] = {{"__call", call}, {NULL, NULL}};
static const luaL_Reg methods[] = {{"coefficients", coefficients}, {NULL, NULL}};
static const luaL_Reg functions[] = {{"new", construct}, {NULL, NULL}};

int bind_open_poly(lua_State *L)
{
    static const char *const fields[] = {"degree"};
    bind_new_type(L, "poly", meta, methods, field);
    bind_set_fields(L, "poly", fields, 1);
    luaL_newlib(L, functions);
    return 1;
}
