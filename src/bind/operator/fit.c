/* core.extrap.fit. */
#include "bind/operator/fit.h"

#include "bind/bind.h"
#include "bind/operator/name.h"
#include "engine/operator/fit.h"

#include <math.h>

static const char *const function = "extrap.fit";

static void read_sizes(lua_State *L, const bind_vec *v, combination *c)
{
    if (v->n > EXTRAP_TERMS)
        bind_fail(L, function, "option 'sizes': expected at most %d, got %d", EXTRAP_TERMS,
                  (int)v->n);
    c->terms = v->n;
    for (size_t j = 0; j < v->n; j++) {
        if (v->data[j] != floor(v->data[j]) || (j > 0 && v->data[j] <= v->data[j - 1]))
            bind_fail(L, function, "option 'sizes': expected rising whole numbers, got %s at %d",
                      bind_number_text(L, v->data[j]), (int)j + 1);
        c->sizes[j] = (uint32_t)v->data[j];
    }
}

static bool is_twice(const fraction *powers, size_t i)
{
    bool found = false;
    for (size_t k = 0; k < i; k++)
        found = found || (powers[k].num == powers[i].num && powers[k].den == powers[i].den);
    return found;
}

static void read_powers(lua_State *L, const bind_vec *v, size_t terms, fraction *powers)
{
    if (v->n >= terms)
        bind_fail(L, function, "expected more sizes than powers, got %d sizes for %d powers",
                  (int)terms, (int)v->n);
    for (size_t i = 0; i < v->n; i++) {
        if (!(v->data[i] > 0) || !fraction_from_double(v->data[i], &powers[i]))
            bind_fail(L, function, "option 'powers': expected numbers > 0, got %s at %d",
                      bind_number_text(L, v->data[i]), (int)i + 1);
        if (is_twice(powers, i))
            bind_fail(L, function, "option 'powers': expected different numbers, got %s twice",
                      bind_number_text(L, v->data[i]));
    }
}

/* Pushes "fit 1/2, 1 (1, 2, 4)", without the sizes where they are too many. */
static const char *push_name(lua_State *L, const combination *c, const fraction *powers, size_t n)
{
    const char *name = "fit", *separator = " ";
    for (size_t i = 0; i < n; i++, separator = ", ")
        name = lua_pushfstring(L, "%s%s%s", name, separator, bind_push_fraction(L, powers[i]));
    const char *full = lua_pushfstring(L, "%s %s", name, bind_push_sizes(L, c));
    return strlen(full) + sizeof ", disjoint" <= EXTRAP_NAME ? full : name;
}

/* Drops terms without weight. */
static void drop_zeros(combination *c)
{
    size_t kept = 0;
    for (size_t j = 0; j < c->terms; j++)
        if (c->weights[j].num != 0) {
            c->sizes[kept] = c->sizes[j];
            c->weights[kept++] = c->weights[j];
        }
    c->terms = kept;
}

int bind_fit(lua_State *L)
{
    combination c = {.disjoint = lua_toboolean(L, 3)};
    fraction powers[EXTRAP_TERMS];
    const bind_vec *v = bind_test_vec(L, 2);
    read_sizes(L, bind_test_vec(L, 1), &c);
    read_powers(L, v, c.terms, powers);
    luaL_checkstack(L, 4 * EXTRAP_TERMS + 8, function);
    bind_check(L, function, extrap_fit(c.sizes, c.terms, powers, v->n, c.weights));
    const char *name = push_name(L, &c, powers, v->n);
    drop_zeros(&c);
    bind_push_operator(L, function, name, &c);
    return 1;
}
