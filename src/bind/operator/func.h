/* Functions q given by the user. */
#pragma once

#include "bind/operator/tried.h"
#include "engine/operator/func.h"
#include "engine/operator/line.h"
#include "engine/text/param.h"
#include "expr/program.h"

#include <lua.h>

/* Give &q to the engine while the value at index is on the stack of L: on the same thread if q.kind
 * is FUNC_GENERAL. Lua type "debias.q": what has been read once and is known as a poly (or exp), as
 * compiled or as plain; user value 1 is what was given, user values 2 and 3 its program and line,
 * user value BIND_FUNC_KNOWN what is known of estimates with it (lab.c). */
enum { BIND_FUNC_KNOWN = 4 };

typedef struct bind_func {
    func q;
    lua_State *L;
    int index;            /* of the debias.q */
    const char *function; /* named in errors */
    const program *compiled;
    const graph *graph; /* of the compiled one, whose value is the node `value` */
    expr value;
    const func_line *line; /* of the compiled one */
    bool quadratic;        /* the compiled one is known to be a polynomial of degree 2 at most */
} bind_func;

/* Reads the value at index as q: R^in -> R^out, called by the user in `function`: a poly or
 * math.exp (as such when in = 1), or anything that can be called with a number (in = 1) or a vec
 * and returns a number or a vec. It is called at the point `at` (in numbers), to see how many
 * numbers it returns, and traced: what compiled it gives at the points of `where` (tried.h) agrees
 * with plain calls and its graph has all that it does (unseen.h), or it is called for every point,
 * with a note where it could have been traced. Raises for anything else. Pushes it as a debias.q;
 * one that is there already is taken as it is, whatever `where` says. */
void bind_func_read(lua_State *L, int index, const char *function, size_t in,
                    const bind_where *where, bind_func *out);

/* The same for block means of a law's draws, from their mean on. */
void bind_func_read_law(lua_State *L, int index, const char *function, const bind_blocks *b,
                        bind_func *out);

/* The option s of whoever takes q. */
#define BIND_SHIFT_PARAM                                                                           \
    {                                                                                              \
        .name = "s", .kind = PARAM_VECTOR, .flags = PARAM_OPTIONAL, .low = -INFINITY,              \
        .meaning = "where q is taken, q(s + block mean): a number or a vec; default 0"             \
    }

/* Pushes the option s, where q is taken, as a vec of length `in`; a single number is used for all
 * its elements, nothing for zeros. */
double *bind_push_shift(lua_State *L, const char *function, const arg *s, size_t in);
