/* Values, verdicts and reasons as fields; operators from a list. */
#include "bind/operator/correct.h"

#include "bind/bind.h"

void bind_set_output(lua_State *L, const char *name, const double *x, size_t n)
{
    if (n == 1)
        lua_pushnumber(L, *x);
    else
        bind_push_numbers(L, n, x);
    lua_setfield(L, -2, name);
}

void bind_set_verdict(lua_State *L, const char *name, correct_verdict v)
{
    bind_set_text(L, name, correct_verdict_words(v));
}

void bind_set_reason(lua_State *L, const char *name, correct_reason r)
{
    bind_set_text(L, name, correct_reason_words(r));
}

size_t bind_read_operators(lua_State *L, int index, const extrap **ops)
{
    size_t n = (size_t)lua_rawlen(L, index);
    for (size_t i = 0; i < n && i < CORRECT_OPERATORS; i++) {
        lua_rawgeti(L, index, (lua_Integer)i + 1);
        ops[i] = bind_object(L, -1, "extrap", "correct");
        lua_pop(L, 1); /* the list keeps it */
    }
    return n < CORRECT_OPERATORS ? n : CORRECT_OPERATORS;
}
