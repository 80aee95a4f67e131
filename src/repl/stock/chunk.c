/* load, loadfile and dofile: long code is read in pieces. */
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "repl/stock/look.h"
#include "repl/stock/stock.h"

enum { PIECE = 1 << 16 }; /* bytes of code between two looks */

/* Reads the text at upvalue 1 a piece at a time; upvalue 2: where it is. */
static int next_piece(lua_State *L)
{
    size_t length, at = (size_t)lua_tointeger(L, lua_upvalueindex(2));
    const char *text = lua_tolstring(L, lua_upvalueindex(1), &length);
    size_t n = length - at < PIECE ? length - at : PIECE;
    stock_look(L);
    lua_pushinteger(L, (lua_Integer)(at + n));
    lua_replace(L, lua_upvalueindex(2));
    lua_pushlstring(L, text + at, n);
    return 1;
}

/* load: a long text is read in pieces. */
static int load(lua_State *L)
{
    if (lua_type(L, 1) == LUA_TSTRING && lua_rawlen(L, 1) > PIECE) {
        if (lua_isnoneornil(L, 2)) {
            lua_settop(L, lua_gettop(L) < 2 ? 2 : lua_gettop(L));
            lua_pushvalue(L, 1);
            lua_replace(L, 2);
        }
        lua_pushvalue(L, 1);
        lua_pushinteger(L, 0);
        lua_pushcclosure(L, next_piece, 2);
        lua_replace(L, 1);
    }
    return lua_tocfunction(L, lua_upvalueindex(1))(L);
}

typedef struct chunk_file {
    FILE *f;
    bool commented; /* its first line was left out, but for its end */
    int why;        /* errno, where it cannot be read */
    char piece[PIECE];
} chunk_file;

static const char *read_piece(lua_State *L, void *context, size_t *n)
{
    chunk_file *c = context;
    stock_look(L);
    if (c->commented) {
        c->commented = false;
        *n = 1;
        return "\n";
    }
    *n = fread(c->piece, 1, PIECE, c->f);
    c->why = ferror(c->f) ? errno : 0;
    return *n ? c->piece : NULL;
}

/* As in Lua: a byte order mark is left out, and so is a first line with #. */
static void skip_head(chunk_file *c)
{
    char mark[3];
    if (fread(mark, 1, 3, c->f) != 3 || memcmp(mark, "\xEF\xBB\xBF", 3) != 0)
        rewind(c->f);
    int first = getc(c->f);
    bool commented = first == '#';
    while (commented && first != '\n' && first != EOF)
        first = getc(c->f);
    if (commented)
        first = getc(c->f);
    ungetc(first, c->f);
    c->commented = commented && first != *LUA_SIGNATURE; /* no line counts in a binary chunk */
}

/* Opens the file that is named at index 1 if it is a long one; what it pushes holds it. */
static chunk_file *open_long(lua_State *L)
{
    struct stat file;
    const char *name = lua_type(L, 1) == LUA_TSTRING ? lua_tostring(L, 1) : NULL;
    if (!name || stat(name, &file) != 0 || !S_ISREG(file.st_mode) || file.st_size <= PIECE)
        return NULL;
    chunk_file *c = lua_newuserdatauv(L, sizeof *c, 0);
    c->why = 0;
    lua_pushfstring(L, "@%s", name);
    c->f = fopen(name, "rb");
    return c->f ? c : NULL;
}

/* Pushes the chunk in the file, or a message; its name is on the top of the stack. */
static bool load_long(lua_State *L, chunk_file *c, const char *mode)
{
    skip_head(c);
    bool done = lua_load(L, read_piece, c, lua_tostring(L, -1), mode) == LUA_OK;
    fclose(c->f);
    if (c->why)
        lua_pushfstring(L, "cannot read %s: %s", lua_tostring(L, 1), strerror(c->why));
    return done && !c->why;
}

static int load_file(lua_State *L)
{
    const char *mode = luaL_optstring(L, 2, NULL);
    int n = lua_gettop(L);
    chunk_file *c = open_long(L);
    if (!c) {
        lua_settop(L, n);
        return lua_tocfunction(L, lua_upvalueindex(1))(L);
    }
    if (!load_long(L, c, mode)) {
        lua_pushnil(L);
        lua_insert(L, -2);
        return 2;
    }
    if (n >= 3) {
        lua_pushvalue(L, 3);
        if (!lua_setupvalue(L, -2, 1)) /* a chunk that uses no global */
            lua_pop(L, 1);
    }
    return 1;
}

static int return_all(lua_State *L, int outcome, lua_KContext before)
{
    (void)outcome;
    return lua_gettop(L) - (int)before;
}

static int do_file(lua_State *L)
{
    int n = lua_gettop(L);
    chunk_file *c = open_long(L);
    if (!c) {
        lua_settop(L, n);
        return lua_tocfunction(L, lua_upvalueindex(1))(L);
    }
    n = lua_gettop(L);
    if (!load_long(L, c, NULL))
        return lua_error(L);
    lua_callk(L, 0, LUA_MULTRET, n, return_all);
    return return_all(L, LUA_OK, n);
}

const luaL_Reg stock_chunk[] = {
    {"load", load}, {"loadfile", load_file}, {"dofile", do_file}, {NULL, NULL}};
