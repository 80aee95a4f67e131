/* Functions of Lua's own library that may take long without running any code of Lua's, where no
 * hook can break them off: ours of the same name do the same and look at the interrupt on their
 * way. */
#pragma once

#include <lauxlib.h>
#include <lua.h>

/* Puts ours in their place; needs the standard libraries open in L. */
void stock_replace(lua_State *L);

/* What the files of this folder have for "string", "table", the globals and "os"; upvalue 1 of each
 * is the function of Lua's that it replaces. */
extern const luaL_Reg stock_search[], stock_text[], stock_list[], stock_base[], stock_chunk[],
    stock_os[];

/* The same for the globals, "io" and the methods of files: they keep why standard output failed. */
extern const luaL_Reg stock_print[], stock_write[], stock_file_write[];

/* The functions and methods that read files; called by stock_replace. */
void stock_replace_reading(lua_State *L);
