/* Arithmetic of operators. What sums to 1 is an operator again, all else a userdata "combination".
 */
#include "bind/operator/combine.h"

#include "bind/bind.h"
#include "bind/operator/name.h"
#include "bind/type.h"

#include <string.h>

/* Operands ------------------------------------------------------------------------------------ */

static bool test_operand(lua_State *L, int index, combination *c)
{
    const char *type = bind_type(L, index);
    if (type && strcmp(type, "extrap") == 0)
        *c = combine_of(lua_touserdata(L, index));
    else if (type && strcmp(type, "combination") == 0)
        *c = *(const combination *)lua_touserdata(L, index);
    else
        return false;
    return true;
}

static combination read_operand(lua_State *L, int index, const char *function)
{
    combination c;
    if (!test_operand(L, index, &c))
        bind_expected(L, function, "an operator", index);
    return c;
}

static fraction read_factor(lua_State *L, int index, const char *function)
{
    fraction f;
    if (!test_operand(L, index, &(combination){0}) && bind_test_fraction(L, index, &f))
        return f;
    bind_expected(L, function, "a number or a fraction such as \"8/3\" (a:of(b) composes)", index);
}

static void check(lua_State *L, const char *function, combine_status outcome)
{
    switch (outcome) {
    case COMBINE_OK:
        return;
    case COMBINE_BLOCKS:
        bind_fail(L, function, "expected operators of the same blocks, got windows and disjoint");
    case COMBINE_TERMS:
        bind_fail(L, function, "expected a result of at most %d terms", EXTRAP_TERMS);
    case COMBINE_DRAWS:
        bind_fail(L, function, "expected a result of at most %d draws", EXTRAP_DRAWS);
    case COMBINE_FRACTION:
        bind_check(L, function, STATUS_TOO_LARGE);
    }
}

/* Pushes the operator that c is, or a combination; with `outcome` of what made it. */
static int push_result(lua_State *L, const char *function, combine_status outcome,
                       const combination *c)
{
    check(L, function, outcome);
    if (fraction_sum_is_one(c->weights, c->terms)) {
        bind_push_operator(L, function, bind_push_name(L, c), c);
        return 1;
    }
    *(combination *)lua_newuserdatauv(L, sizeof *c, 0) = *c;
    luaL_setmetatable(L, "debias.combination");
    return 1;
}

/* Operations ---------------------------------------------------------------------------------- */

static int add(lua_State *L)
{
    combination a = read_operand(L, 1, "extrap +"), b = read_operand(L, 2, "extrap +");
    return push_result(L, "extrap +", combine_add(&a, &b), &a);
}

static int subtract(lua_State *L)
{
    combination a = read_operand(L, 1, "extrap -"), b = read_operand(L, 2, "extrap -");
    check(L, "extrap -", combine_times(&b, (fraction){-1, 1}));
    return push_result(L, "extrap -", combine_add(&a, &b), &a);
}

static int multiply(lua_State *L)
{
    combination a;
    int operand = test_operand(L, 1, &a) ? 1 : 2;
    fraction factor = read_factor(L, 3 - operand, "extrap *");
    a = read_operand(L, operand, "extrap *");
    return push_result(L, "extrap *", combine_times(&a, factor), &a);
}

static int divide(lua_State *L)
{
    combination a = read_operand(L, 1, "extrap /");
    fraction by = read_factor(L, 2, "extrap /"), factor = {1, 1};
    if (by.num == 0)
        bind_fail(L, "extrap /", "expected a number that is not 0");
    fraction_multiply_by(&factor, by.den, by.num);
    return push_result(L, "extrap /", combine_times(&a, factor), &a);
}

static int negate(lua_State *L)
{
    combination a = read_operand(L, 1, "extrap -");
    return push_result(L, "extrap -", combine_times(&a, (fraction){-1, 1}), &a);
}

static int equal(lua_State *L)
{
    combination a, b;
    lua_pushboolean(L, test_operand(L, 1, &a) && test_operand(L, 2, &b) && combine_equal(&a, &b));
    return 1;
}

/* scaled(k) */
static int scaled(lua_State *L)
{
    combination a = read_operand(L, 1, "extrap:scaled");
    lua_Integer k = bind_integer(L, 2, "extrap:scaled", "k");
    if (k < 1)
        bind_fail(L, "extrap:scaled", "expected k from 1, got %I", (LUAI_UACINT)k);
    return push_result(L, "extrap:scaled", combine_scale(&a, (uint64_t)k), &a);
}

/* of(operator) */
static int of(lua_State *L)
{
    combination a = read_operand(L, 1, "extrap:of"), b = read_operand(L, 2, "extrap:of");
    return push_result(L, "extrap:of", combine_compose(&a, &b), &a);
}

/* terms() -> { {size=, weight=, exact=}, .. } */
static int terms(lua_State *L)
{
    combination c = read_operand(L, 1, "extrap:terms");
    lua_createtable(L, (int)c.terms, 0);
    for (size_t j = 0; j < c.terms; j++) {
        lua_createtable(L, 0, 3);
        bind_set_integer(L, "size", c.sizes[j]);
        bind_set_number(L, "weight", fraction_value(c.weights[j]));
        bind_push_fraction(L, c.weights[j]);
        lua_setfield(L, -2, "exact");
        lua_rawseti(L, -2, (lua_Integer)j + 1);
    }
    return 1;
}

int bind_terms_text(lua_State *L)
{
    combination c = read_operand(L, 1, "extrap");
    bind_push_terms(L, &c);
    return 1;
}

/* The types ----------------------------------------------------------------------------------- */

static int combination_field(lua_State *L, void *self, const char *name)
{
    const combination *c = self;
    if (!name || (strcmp(name, "sum") != 0 && strcmp(name, "blocks") != 0))
        return 0;
    if (*name == 's')
        bind_push_sum(L, c);
    else
        lua_pushstring(L, c->disjoint ? "disjoint" : "windows");
    return 1;
}

static const luaL_Reg meta[] = {
    {"__add", add},    {"__sub", subtract}, {"__mul", multiply}, {"__div", divide},
    {"__unm", negate}, {"__eq", equal},     {NULL, NULL},
};

static const luaL_Reg methods[] = {
    {"terms", terms},
    {"scaled", scaled},
    {"of", of},
    {NULL, NULL},
};

void bind_open_combination(lua_State *L)
{
    static const char *const fields[] = {"sum", "blocks"};
    bind_new_type(L, "combination", meta, methods, combination_field);
    bind_set_fields(L, "combination", fields, sizeof fields / sizeof *fields);
    luaL_getmetatable(L, "debias.extrap");
    luaL_setfuncs(L, meta, 0);
    lua_getfield(L, -1, "methods");
    luaL_setfuncs(L, methods, 0);
    lua_pop(L, 2);
}
