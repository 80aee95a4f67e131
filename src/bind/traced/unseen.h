/* What a function does with traced values that they cannot answer to: == and ~= with a number, keys
 * of tables, and Lua's own functions that distinguish values or hide an error. Its graph is then
 * not the function. */
#pragma once

#include <lua.h>
#include <stdbool.h>

/* What has been seen while one function is traced. */
typedef struct unseen {
    struct unseen *outer; /* calls nest */
    bool watches;         /* it has a hook */
    bool valued;          /* its values are known */
    char why[200];        /* "" while there is nothing */
} unseen;

/* Watches every Lua function that runs on this thread until unseen_end. Where values are known,
 * only what would differ with numbers counts: that raises at once, in the name of grad. */
void unseen_begin(lua_State *L, unseen *u, bool valued);
/* Ends it; returns u->why, or NULL where the graph has everything. */
const char *unseen_end(lua_State *L, unseen *u);

/* Calls the function with n arguments that is on top while the graph at index is open: pushes its
 * one value, or its error and returns false. *why says what it did that its graph does not have,
 * pushed below; NULL where the graph is the function. Raises where memory fails. */
bool unseen_call(lua_State *L, int graph_index, int n, const char **why);

/* The function in C that runs makes text of a traced value. */
void unseen_text(lua_State *L);

/* Finds Lua's own functions, before anything takes them away. */
void unseen_open(lua_State *L);
