/* io.read, io.lines, file:read and file:lines: long lines and long parts of a file are read in
 * pieces. A file opened by Lua is a luaL_Stream, of which Lua's header says what is in it. */
#include <errno.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "repl/stock/look.h"
#include "repl/stock/stock.h"

enum { PIECE = LUAL_BUFFERSIZE, LARGEST = 1 << 20 };

/* Pushes what was read. Finalizers may run then, and errno is still what reading has made it. */
static void push_read(luaL_Buffer *b)
{
    int why = errno;
    luaL_pushresult(b);
    errno = why;
}

/* Pushes a line, with or without its end; false at the end of the file. */
static bool read_line(lua_State *L, FILE *f, bool chop)
{
    luaL_Buffer b;
    int c = 0;
    luaL_buffinit(L, &b);
    while (c != EOF && c != '\n') {
        size_t n = 0;
        char *to = luaL_prepbuffer(&b);
        flockfile(f);
        while (n < PIECE && (c = getc_unlocked(f)) != EOF && c != '\n')
            to[n++] = (char)c;
        funlockfile(f);
        luaL_addsize(&b, n);
        if (n == PIECE)
            stock_look(L);
    }
    if (!chop && c == '\n')
        luaL_addchar(&b, '\n');
    push_read(&b);
    return c == '\n' || lua_rawlen(L, -1) > 0;
}

/* Pushes at most that many bytes; false where there are none. Pieces grow. */
static bool read_bytes(lua_State *L, FILE *f, size_t most)
{
    luaL_Buffer b;
    size_t piece = PIECE, want, got;
    luaL_buffinit(L, &b);
    do {
        want = piece < most ? piece : most;
        got = fread(luaL_prepbuffsize(&b, want), 1, want, f);
        luaL_addsize(&b, got);
        most -= got;
        piece = piece < LARGEST ? 2 * piece : LARGEST;
        if (got == LARGEST)
            stock_look(L);
    } while (got == want && most > 0);
    push_read(&b);
    return lua_rawlen(L, -1) > 0;
}

/* Pushes "": false at the end of the file. */
static bool read_nothing(lua_State *L, FILE *f)
{
    int c = getc(f);
    ungetc(c, f);
    lua_pushliteral(L, "");
    return c != EOF;
}

/* Pushes the number that Lua's own file:read finds in the file at that index. */
static bool read_number(lua_State *L, lua_CFunction read, int file)
{
    lua_pushcfunction(L, read);
    lua_pushvalue(L, file);
    lua_pushliteral(L, "n");
    lua_call(L, 2, 1);
    return !lua_isnil(L, -1);
}

/* Pushes what the format at index i asks for. */
static bool read_format(lua_State *L, FILE *f, int i, lua_CFunction read, int file)
{
    if (lua_type(L, i) == LUA_TNUMBER) {
        size_t n = (size_t)luaL_checkinteger(L, i);
        return n == 0 ? read_nothing(L, f) : read_bytes(L, f, n);
    }
    const char *format = luaL_checkstring(L, i);
    format += *format == '*';
    switch (*format) {
    case 'n':
        return read_number(L, read, file);
    case 'l':
    case 'L':
        return read_line(L, f, *format == 'l');
    case 'a':
        read_bytes(L, f, SIZE_MAX);
        return true;
    default:
        return luaL_argerror(L, i, "invalid format");
    }
}

/* Pushes what the formats from index `first` on ask for, n of them, of the file at that index;
 * returns how many values. */
static int read_formats(lua_State *L, int first, int n, lua_CFunction read, int file)
{
    FILE *f = ((luaL_Stream *)lua_touserdata(L, file))->f;
    bool found = true;
    int before = lua_gettop(L);
    clearerr(f);
    if (n == 0)
        found = read_line(L, f, true);
    else
        luaL_checkstack(L, n + LUA_MINSTACK, "too many arguments");
    for (int i = first; i < first + n && found; i++)
        found = read_format(L, f, i, read, file);
    if (ferror(f))
        return luaL_fileresult(L, 0, NULL);
    if (!found) {
        lua_pop(L, 1);
        lua_pushnil(L);
    }
    return lua_gettop(L) - before;
}

static bool is_open(lua_State *L, int index)
{
    const luaL_Stream *s = luaL_testudata(L, index, LUA_FILEHANDLE);
    return s && s->closef;
}

/* file:read; upvalue 1: Lua's own. */
static int read_file(lua_State *L)
{
    lua_CFunction read = lua_tocfunction(L, lua_upvalueindex(1));
    return is_open(L, 1) ? read_formats(L, 2, lua_gettop(L) - 1, read, 1) : read(L);
}

/* io.read; upvalues: Lua's own, and Lua's own file:read. */
static int read_input(lua_State *L)
{
    int n = lua_gettop(L);
    lua_getfield(L, LUA_REGISTRYINDEX, "_IO_input");
    if (is_open(L, n + 1))
        return read_formats(L, 1, n, lua_tocfunction(L, lua_upvalueindex(2)), n + 1);
    lua_settop(L, n);
    return lua_tocfunction(L, lua_upvalueindex(1))(L);
}

enum { READ = 1, FILE_OF, FORMATS, CLOSES }; /* upvalues of next_line, before the formats */

/* What lines returns. */
static int next_line(lua_State *L)
{
    int n = (int)lua_tointeger(L, lua_upvalueindex(FORMATS));
    const luaL_Stream *file = lua_touserdata(L, lua_upvalueindex(FILE_OF));
    lua_settop(L, 0);
    lua_pushvalue(L, lua_upvalueindex(FILE_OF));
    if (n > 0)
        luaL_checkstack(L, n, "too many arguments");
    if (!file->closef)
        return luaL_error(L, "file is already closed");
    for (int i = 1; i <= n; i++)
        lua_pushvalue(L, lua_upvalueindex(CLOSES + i));
    int values = read_formats(L, 2, n, lua_tocfunction(L, lua_upvalueindex(READ)), 1);
    if (lua_toboolean(L, -values))
        return values;
    if (values > 1)
        return luaL_error(L, "%s", lua_tostring(L, -values + 1));
    if (lua_toboolean(L, lua_upvalueindex(CLOSES))) {
        lua_getfield(L, 1, "close");
        lua_pushvalue(L, 1);
        lua_call(L, 1, 0);
    }
    return 0;
}

/* io.lines and file:lines; upvalues: Lua's own, and Lua's own file:read. Lua's own returns a
 * function with the upvalues of next_line from FILE_OF on, and the file, too, where its end is to
 * close it. */
static int lines(lua_State *L)
{
    int values = lua_tocfunction(L, lua_upvalueindex(1))(L), n = 1;
    int theirs = lua_gettop(L) - values + 1;
    luaL_checkstack(L, UINT8_MAX, "too many arguments");
    lua_pushvalue(L, lua_upvalueindex(2));
    while (lua_getupvalue(L, theirs, n))
        n++;
    lua_pushcclosure(L, next_line, n);
    lua_replace(L, theirs);
    return values;
}

/* Puts f, with the field itself and Lua's own file:read as upvalues, in the place of the field of
 * the table on the top of the stack, below which file:read is. */
static void replace(lua_State *L, const char *field, lua_CFunction f)
{
    lua_getfield(L, -1, field);
    lua_pushvalue(L, -3);
    lua_pushcclosure(L, f, 2);
    lua_setfield(L, -2, field);
}

void stock_replace_reading(lua_State *L)
{
    luaL_getmetatable(L, LUA_FILEHANDLE);
    lua_getfield(L, -1, "__index");
    lua_getfield(L, -1, "read");
    lua_insert(L, -2);
    replace(L, "read", read_file);
    replace(L, "lines", lines);
    lua_pop(L, 1);
    lua_getglobal(L, "io");
    replace(L, "read", read_input);
    replace(L, "lines", lines);
    lua_pop(L, 3);
}
