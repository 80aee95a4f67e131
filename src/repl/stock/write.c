/* print, io.write, file:write and file:flush: where they fail on standard output, the reason is
 * kept for the end of the program. They do what Lua's own do, upvalue 1. */
#include "repl/stock/stock.h"
#include "terminal/output.h"

static int write_and_look(lua_State *L)
{
    bool had_failed = output_has_failed();
    int values = lua_tocfunction(L, lua_upvalueindex(1))(L);
    output_look(had_failed);
    return values;
}

const luaL_Reg stock_print[] = {{"print", write_and_look}, {NULL, NULL}};
const luaL_Reg stock_write[] = {{"write", write_and_look}, {NULL, NULL}};
const luaL_Reg stock_file_write[] = {
    {"write", write_and_look}, {"flush", write_and_look}, {NULL, NULL}};
