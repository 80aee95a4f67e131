/* Problems of the user's functions: compiled programs (expr/compiled.h) where they could be traced,
 * plain calls (calls.h) where not. */
#pragma once

#include "expr/compiled.h"

#include <lua.h>

/* What problem.own points to. */
typedef struct lua_problem {
    compiled o;          /* its type is the problem's */
    problem_type called; /* the same with every call made to plain Lua */
    lua_State *L;        /* where plain calls run: the state of the present engine call */
    status failure;      /* of a plain call; what problem.failure points to */
    bool smooth;         /* f is a smooth function of the means of g, as its graph shows */
} lua_problem;

static inline lua_problem *lua_problem_of(const problem *p)
{
    return p->own;
}

/* Lets plain calls run on L, where p is of this kind and has any. */
static inline void lua_problem_enter(lua_State *L, const problem *p)
{
    if (p->failure)
        lua_problem_of(p)->L = L;
}
