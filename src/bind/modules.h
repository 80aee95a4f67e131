/* The modules of the program's Lua core: each opener pushes a table of functions. */
#pragma once

#include <lua.h>

/* Pushes the library table (lua/init.lua's result): every public name of debias. Sets no global.
 * The one symbol that the module for stock Lua shows. */
__attribute__((visibility("default"))) int luaopen_debias(lua_State *L);

/* Pushes what the library file lua/<name>.lua returns to the other files, for the program's start:
 * modules compute, the library calls them. luaopen_debias before. */
void bind_use(lua_State *L, const char *name);

/* The one list of modules, in the order in which they open. */
#define BIND_MODULES(X)                                                                            \
    X(system)                                                                                      \
    X(traced)                                                                                      \
    X(vec)                                                                                         \
    X(mat)                                                                                         \
    X(math)                                                                                        \
    X(text)                                                                                        \
    X(progress)                                                                                    \
    X(file)                                                                                        \
    X(ranks)                                                                                       \
    X(workers)                                                                                     \
    X(csv)                                                                                         \
    X(npy)                                                                                         \
    X(zlib)                                                                                        \
    X(groups)                                                                                      \
    X(stats)                                                                                       \
    X(rng)                                                                                         \
    X(lua_problem)                                                                                 \
    X(figure)                                                                                      \
    X(terminal)                                                                                    \
    X(problem)                                                                                     \
    X(estimator)                                                                                   \
    X(terms)                                                                                       \
    X(mlmc)                                                                                        \
    X(update)                                                                                      \
    X(prox)                                                                                        \
    X(method)                                                                                      \
    X(run)                                                                                         \
    X(schedule)                                                                                    \
    X(options)                                                                                     \
    X(lab)                                                                                         \
    X(correct)                                                                                     \
    X(dist)                                                                                        \
    X(poly)                                                                                        \
    X(q)                                                                                           \
    X(extrap)                                                                                      \
    X(bound)                                                                                       \
    X(theory)
#define BIND_OPENER(name) int bind_open_##name(lua_State *L);
BIND_MODULES(BIND_OPENER)
#undef BIND_OPENER

/* A file of the Lua library, the plots or the demos, held in the program; those of the library also
 * compiled. */
typedef struct embedded_file {
    const char *path; /* as in the source tree: "lua/init.lua", "plots/1a.lua" */
    const char *start, *end;
    const char *chunk, *chunk_end; /* NULL where the file is text alone */
} embedded_file;

/* Ends with a NULL path. */
extern const embedded_file embedded_files[];
