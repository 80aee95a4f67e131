/* How operators are made, and what they are called: by their terms. */
#include "bind/operator/name.h"

#include "bind/bind.h"
#include "engine/text/number.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { MOST_TEXT = 48 }; /* of a name made of terms */

const extrap *bind_push_operator(lua_State *L, const char *function, const char *name,
                                 const combination *c)
{
    extrap *op = lua_newuserdatauv(L, extrap_size(c->sizes, c->terms, c->disjoint), 0);
    const char *full = lua_pushfstring(L, c->disjoint ? "%s, disjoint" : "%s", name);
    bind_check(L, function, extrap_init(op, full, c->sizes, c->weights, c->terms, c->disjoint));
    lua_pop(L, 1);
    luaL_setmetatable(L, "debias.extrap");
    return op;
}

bool bind_test_fraction(lua_State *L, int index, fraction *f)
{
    if (lua_isinteger(L, index)) {
        *f = (fraction){lua_tointeger(L, index), 1};
        return f->num != INT64_MIN;
    }
    if (lua_type(L, index) == LUA_TNUMBER)
        return fraction_from_double(lua_tonumber(L, index), f);
    return lua_type(L, index) == LUA_TSTRING && fraction_parse(lua_tostring(L, index), f);
}

const char *bind_push_fraction(lua_State *L, fraction f)
{
    char text[48];
    int n = snprintf(text, sizeof text, "%" PRId64, f.num);
    if (f.den != 1)
        snprintf(text + n, sizeof text - (size_t)n, "/%" PRId64, f.den);
    return lua_pushstring(L, text);
}

const char *bind_push_sum(lua_State *L, const combination *c)
{
    fraction exact;
    double sum = 0;
    if (combine_sum(c, &exact))
        return bind_push_fraction(L, exact);
    for (size_t j = 0; j < c->terms; j++)
        sum += fraction_value(c->weights[j]);
    return lua_pushfstring(L, "about %s", bind_number_text(L, sum));
}

/* Pushes "8/3", or "2.41421" where it says more than a long fraction. */
static const char *push_short(lua_State *L, fraction f)
{
    char text[NUMBER_TEXT];
    if (f.den <= FRACTION_SIMPLE)
        return bind_push_fraction(L, f);
    number_text(text, fraction_value(f), 6);
    return lua_pushstring(L, text);
}

/* Pushes " + 8/3 A4", or without the sign's spaces where it comes first. */
static void push_term(lua_State *L, bool first, uint32_t size, fraction weight)
{
    static const char *const signs[2][2] = {{" + ", " - "}, {"", "-"}};
    const char *sign = signs[first][weight.num < 0];
    weight.num = weight.num < 0 ? -weight.num : weight.num;
    if (weight.num == 1 && weight.den == 1)
        lua_pushfstring(L, "%sA%d", sign, (int)size);
    else
        lua_pushfstring(L, "%s%s A%d", sign, push_short(L, weight), (int)size);
}

const char *bind_push_terms(lua_State *L, const combination *c)
{
    lua_pushstring(L, c->terms ? "" : "0");
    for (size_t j = 0; j < c->terms; j++) {
        int top = lua_gettop(L);
        push_term(L, j == 0, c->sizes[j], c->weights[j]);
        lua_copy(L, -1, top + 1);
        lua_settop(L, top + 1);
        lua_concat(L, 2);
    }
    return lua_tostring(L, -1);
}

const char *bind_push_sizes(lua_State *L, const combination *c)
{
    lua_pushliteral(L, "(");
    for (size_t j = 0; j < c->terms; j++) {
        lua_pushfstring(L, j ? ", %d" : "%d", (int)c->sizes[j]);
        lua_concat(L, 2);
    }
    lua_pushliteral(L, ")");
    lua_concat(L, 2);
    return lua_tostring(L, -1);
}

const char *bind_push_order_name(lua_State *L, const combination *c)
{
    return lua_pushfstring(L, "order %d %s", (int)c->terms, bind_push_sizes(L, c));
}

static bool has_default_sizes(const combination *c)
{
    bool doubled = true;
    for (size_t j = 0; j < c->terms && doubled; j++)
        doubled = c->sizes[j] == 1u << j;
    return doubled;
}

const char *bind_push_name(lua_State *L, const combination *c)
{
    combination known = *c;
    if (extrap_richardson(known.sizes, known.terms, known.weights) == STATUS_OK &&
        combine_equal(c, &known))
        return has_default_sizes(c) ? lua_pushfstring(L, "order %d", (int)c->terms)
                                    : bind_push_order_name(L, c);
    known.terms = extrap_paper(3, known.sizes, known.weights);
    if (combine_equal(c, &known))
        return lua_pushliteral(L, "paper 3");
    const char *text = bind_push_terms(L, c);
    return strlen(text) <= MOST_TEXT ? text : lua_pushliteral(L, "custom");
}
