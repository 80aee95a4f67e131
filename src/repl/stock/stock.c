#include "repl/stock/stock.h"

/* Puts the functions into the table on the top of the stack, which it pops. */
static void replace(lua_State *L, const luaL_Reg *functions)
{
    for (; functions->name; functions++) {
        lua_getfield(L, -1, functions->name);
        lua_pushcclosure(L, functions->func, 1);
        lua_setfield(L, -2, functions->name);
    }
    lua_pop(L, 1);
}

void stock_replace(lua_State *L)
{
    lua_getglobal(L, "string");
    replace(L, stock_search);
    lua_getglobal(L, "string");
    replace(L, stock_text);
    lua_getglobal(L, "table");
    replace(L, stock_list);
    lua_getglobal(L, "os");
    replace(L, stock_os);
    lua_pushglobaltable(L);
    replace(L, stock_base);
    lua_pushglobaltable(L);
    replace(L, stock_chunk);
    lua_pushglobaltable(L);
    replace(L, stock_print);
    lua_getglobal(L, "io");
    replace(L, stock_write);
    luaL_getmetatable(L, LUA_FILEHANDLE);
    lua_getfield(L, -1, "__index");
    lua_remove(L, -2);
    replace(L, stock_file_write);
    stock_replace_reading(L);
}
