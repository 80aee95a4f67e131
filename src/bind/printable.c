/* Texts of others in messages: what makes a terminal do something, and what is no UTF-8, stands
 * there as Lua writes it. */
#include "bind/bind.h"
#include "draw/utf8.h"

#include <stdio.h>
#include <string.h>

/* Bytes of the character at text when it may be printed, else 0. */
static size_t printable(const char *text)
{
    const char *next = text;
    unsigned char first = (unsigned char)*text;
    if (first == '\n' || first == '\t')
        return 1;
    unsigned code = utf8_next(&next);
    size_t n = (size_t)(next - text);
    char one[5] = "";
    memcpy(one, text, n);
    return code < ' ' || (code >= 0x7f && code < 0xa0) || !utf8_valid(one) ? 0 : n;
}

const char *bind_printable(lua_State *L, const char *text)
{
    luaL_Buffer out;
    luaL_buffinit(L, &out);
    while (*text) {
        size_t n = printable(text);
        if (n) {
            luaL_addlstring(&out, text, n);
            text += n;
            continue;
        }
        char escape[8];
        snprintf(escape, sizeof escape, "\\%03u", (unsigned)(unsigned char)*text++);
        luaL_addstring(&out, escape);
    }
    luaL_pushresult(&out);
    return lua_tostring(L, -1);
}

const char *bind_quoted(lua_State *L, const char *text)
{
    enum { LONGEST = 200 }; /* bytes */
    char begin[LONGEST + 1];
    size_t n = strlen(text);
    if (n <= LONGEST)
        return lua_pushfstring(L, "'%s'", text);
    utf8_copy(begin, sizeof begin, text);
    return lua_pushfstring(L, "'%s..', a text of %I bytes", begin, (LUAI_UACINT)n);
}

/* A name of a file or a word of the user's may be of any length; what is wrong stands before it and
 * after it. */
const char *bind_shortened(lua_State *L, const char *text)
{
    enum { LONGEST = 1200, BEGIN = 800, END = 300 }; /* bytes */
    char begin[BEGIN + 1];
    size_t n = strlen(text);
    if (n <= LONGEST)
        return lua_pushstring(L, text);
    const char *end = text + n - END;
    while ((*end & 0xc0) == 0x80) /* within a character */
        end++;
    utf8_copy(begin, sizeof begin, text);
    return lua_pushfstring(L, "%s .. %s", begin, end);
}
