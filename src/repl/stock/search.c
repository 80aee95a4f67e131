/* string.find, match, gmatch and gsub. */
#define _GNU_SOURCE /* memmem */
#include <ctype.h>
#include <stdbool.h>
#include <string.h>

#include "repl/stock/pattern.h"
#include "repl/stock/stock.h"

#define MAGIC "^$*+?.([%-"

/* Begins a match anew. */
static void restart(pattern *m)
{
    m->captures = 0;
    m->depth = 0;
}

/* The pattern at index p_at for the text at another one; *p is where it begins, *n its length. */
static pattern prepare(lua_State *L, int text_at, int p_at, const char **p, size_t *n)
{
    size_t length;
    const char *text = luaL_checklstring(L, text_at, &length);
    *p = luaL_checklstring(L, p_at, n);
    return (pattern){
        .L = L, .text = text, .text_end = text + length, .end = *p + *n, .left = PATTERN_STEPS};
}

/* Where the search begins by the argument at index 3: from 0 on, beyond the length for nowhere. */
static size_t start_of(lua_State *L, size_t length)
{
    lua_Integer at = luaL_optinteger(L, 3, 1);
    if (at > 0)
        return (size_t)at - 1;
    return at == 0 || at < -(lua_Integer)length ? 0 : length - (size_t)-at;
}

static bool is_plain(const char *p, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (p[i] && strchr(MAGIC, p[i]))
            return false;
    return true;
}

/* Looks for the n bytes themselves. */
static int find_plain(lua_State *L, const pattern *m, const char *from, const char *p, size_t n)
{
    const char *found = memmem(from, (size_t)(m->text_end - from), p, n);
    if (!found) {
        luaL_pushfail(L);
        return 1;
    }
    lua_pushinteger(L, found - m->text + 1);
    lua_pushinteger(L, found - m->text + (lua_Integer)n);
    return 2;
}

/* find and match. */
static int search(lua_State *L, bool find)
{
    size_t n;
    const char *p;
    pattern m = prepare(L, 1, 2, &p, &n);
    size_t length = (size_t)(m.text_end - m.text), at = start_of(L, length);
    if (at > length) {
        luaL_pushfail(L);
        return 1;
    }
    const char *s = m.text + at, *end = NULL;
    if (find && (lua_toboolean(L, 4) || is_plain(p, n)))
        return find_plain(L, &m, s, p, n);
    bool anchored = n > 0 && *p == '^';
    for (bool more = true; more && !end; more = !end && !anchored && s++ < m.text_end) {
        restart(&m);
        end = pattern_match(&m, s, p + anchored);
    }
    if (!end) {
        luaL_pushfail(L);
        return 1;
    }
    if (!find)
        return pattern_push_captures(&m, s, end);
    lua_pushinteger(L, s - m.text + 1);
    lua_pushinteger(L, end - m.text);
    return 2 + pattern_push_captures(&m, NULL, NULL);
}

static int find(lua_State *L)
{
    return search(L, true);
}

static int match(lua_State *L)
{
    return search(L, false);
}

/* Where a gmatch is. */
typedef struct walk {
    size_t at, last; /* the next start, the last match's end, from 0 on; beyond the text: none */
} walk;

/* The function that gmatch returns; upvalues: text, pattern, walk. */
static int next_match(lua_State *L)
{
    size_t n;
    const char *p;
    walk *w = lua_touserdata(L, lua_upvalueindex(3));
    pattern m = prepare(L, lua_upvalueindex(1), lua_upvalueindex(2), &p, &n);
    for (; w->at <= (size_t)(m.text_end - m.text); w->at++) {
        const char *s = m.text + w->at;
        restart(&m);
        const char *end = pattern_match(&m, s, p);
        if (end && (size_t)(end - m.text) != w->last) {
            w->at = w->last = (size_t)(end - m.text);
            return pattern_push_captures(&m, s, end);
        }
    }
    return 0;
}

static int gmatch(lua_State *L)
{
    size_t length;
    luaL_checklstring(L, 1, &length);
    luaL_checkstring(L, 2);
    size_t at = start_of(L, length);
    lua_settop(L, 2);
    walk *w = lua_newuserdatauv(L, sizeof *w, 0);
    *w = (walk){at > length ? length + 1 : at, length + 1};
    lua_pushcclosure(L, next_match, 3);
    return 1;
}

/* Adds the text at index 3 with what its %0 .. %9 stand for. */
static void add_text(pattern *m, luaL_Buffer *b, const char *s, const char *e)
{
    size_t n;
    const char *text = lua_tolstring(m->L, 3, &n);
    for (const char *end = text + n, *mark; text < end; text = mark + 2) {
        mark = memchr(text, '%', (size_t)(end - text));
        luaL_addlstring(b, text, (size_t)((mark ? mark : end) - text));
        if (!mark)
            return;
        if (mark[1] == '%') {
            luaL_addchar(b, '%');
        } else if (mark[1] == '0') {
            luaL_addlstring(b, s, (size_t)(e - s));
        } else if (isdigit((unsigned char)mark[1])) {
            pattern_push_capture(m, mark[1] - '1', s, e);
            luaL_tolstring(m->L, -1, NULL);
            lua_remove(m->L, -2);
            luaL_addvalue(b);
        } else {
            luaL_error(m->L, "invalid use of '%%' in replacement string");
        }
    }
}

/* Adds what replaces the match; whether that is anything else. */
static bool add_value(pattern *m, luaL_Buffer *b, const char *s, const char *e)
{
    lua_State *L = m->L;
    int kind = lua_type(L, 3);
    if (kind == LUA_TFUNCTION) {
        lua_pushvalue(L, 3);
        lua_call(L, pattern_push_captures(m, s, e), 1);
    } else if (kind == LUA_TTABLE) {
        pattern_push_capture(m, 0, s, e);
        lua_gettable(L, 3);
    } else {
        add_text(m, b, s, e);
        return true;
    }
    if (!lua_toboolean(L, -1)) {
        lua_pop(L, 1);
        luaL_addlstring(b, s, (size_t)(e - s));
        return false;
    }
    if (!lua_isstring(L, -1))
        luaL_error(L, "invalid replacement value (a %s)", luaL_typename(L, -1));
    luaL_addvalue(b);
    return true;
}

static void check_replacement(lua_State *L)
{
    int kind = lua_type(L, 3);
    if (kind != LUA_TNUMBER && kind != LUA_TSTRING && kind != LUA_TFUNCTION && kind != LUA_TTABLE)
        luaL_typeerror(L, 3, "string/function/table");
}

static int gsub(lua_State *L)
{
    size_t n;
    const char *p, *last = NULL;
    pattern m = prepare(L, 1, 2, &p, &n);
    check_replacement(L);
    lua_Integer most = luaL_optinteger(L, 4, m.text_end - m.text + 1), count = 0;
    bool anchored = n > 0 && *p == '^', changed = false, more = true;
    const char *s = m.text;
    luaL_Buffer b;
    luaL_buffinit(L, &b);
    for (; more && count < most; more = more && !anchored) {
        restart(&m);
        const char *end = pattern_match(&m, s, p + anchored);
        if (end && end != last) {
            count++;
            changed = add_value(&m, &b, s, end) || changed;
            s = last = end;
        } else if (s < m.text_end) {
            luaL_addchar(&b, *s++);
        } else {
            more = false;
        }
    }
    if (changed) {
        luaL_addlstring(&b, s, (size_t)(m.text_end - s));
        luaL_pushresult(&b);
    } else {
        lua_pushvalue(L, 1);
    }
    lua_pushinteger(L, count);
    return 2;
}

const luaL_Reg stock_search[] = {
    {"find", find}, {"match", match}, {"gmatch", gmatch}, {"gsub", gsub}, {NULL, NULL}};
