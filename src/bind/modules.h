/* The modules of the program's Lua core: each opener pushes a table of functions. */
#pragma once

#include <lua.h>

/* Pushes the library table (lua/init.lua's result): every public name of debias. Sets no global.
 * The one symbol that the module for stock Lua shows. */
__attribute__((visibility("default"))) int luaopen_debias(lua_State *L);

/* Pushes what the library file lua/<name>.lua returns to the other files, for the program's start:
 * modules compute, the library calls them. luaopen_debias before. */
void bind_use(lua_State *L, const char *name);

int bind_open_system(lua_State *L);
int bind_open_vec(lua_State *L);
int bind_open_mat(lua_State *L);
int bind_open_math(lua_State *L);
int bind_open_text(lua_State *L);
int bind_open_progress(lua_State *L);
int bind_open_file(lua_State *L);
int bind_open_csv(lua_State *L);
int bind_open_dist(lua_State *L);
int bind_open_poly(lua_State *L);
int bind_open_q(lua_State *L);
int bind_open_extrap(lua_State *L);
int bind_open_rng(lua_State *L);
int bind_open_traced(lua_State *L);
int bind_open_lua_problem(lua_State *L);
int bind_open_figure(lua_State *L);
int bind_open_terminal(lua_State *L);
int bind_open_problem(lua_State *L);
int bind_open_estimator(lua_State *L);
int bind_open_method(lua_State *L);
int bind_open_run(lua_State *L);
int bind_open_schedule(lua_State *L);
int bind_open_options(lua_State *L);
int bind_open_lab(lua_State *L);
int bind_open_correct(lua_State *L);
int bind_open_theory(lua_State *L);

/* A file of the Lua library, the plots or the demos, held in the program. */
typedef struct embedded_file {
    const char *path; /* as in the source tree: "lua/init.lua", "plots/1a.lua" */
    const char *start, *end;
} embedded_file;

/* Ends with a NULL path. */
extern const embedded_file embedded_files[];
