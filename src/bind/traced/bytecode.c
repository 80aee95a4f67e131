/* The next instruction is read where the interpreter keeps it: Lua 5.4's CallInfo begins
 * with four pointers, then comes the one to the instruction after the next. Constants are read from
 * the binary form of a function, as lua_dump writes it: a header, then its source and sizes, code,
 * constants, and what is of no use here. */
#include "bind/traced/bytecode.h"

#include <lauxlib.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

_Static_assert(LUA_VERSION_NUM == 504, "instructions and calls are those of Lua 5.4");

typedef struct reader {
    const uint8_t *at, *end;
    bool bad;
} reader;

enum {
    HEADER = 4 + 1 + 1 + 6 + 3 + sizeof(lua_Integer) + sizeof(lua_Number),
    UPVALUES = 1, /* their number, after the header */
    WORD = 4
};

enum { OP_GETTABLE = 12, OP_SETTABLE = 16, OP_EQ = 57, OP_EQK = 60, OP_EQI = 61 };

enum { ZERO = 127 }; /* the code of 0 where an argument has a sign */

enum {
    CONSTANT_INTEGER = 0x03,
    CONSTANT_FLOAT = 0x13,
    CONSTANT_SHORT = 0x04,
    CONSTANT_LONG = 0x14
};

/* What a CallInfo has before its instruction: function, top, the calls before and after. */
typedef struct call_info {
    const void *before[4];
    const uint32_t *after_next;
} call_info;

bytecode bytecode_next(const lua_Debug *ar)
{
    const call_info *call = (const void *)ar->i_ci;
    uint32_t word = call->after_next[-1];
    int a = (int)(word >> 7 & 255), b = (int)(word >> 16 & 255), c = (int)(word >> 24);
    switch (word & 127) {
    case OP_GETTABLE:
        return (bytecode){BYTECODE_READ, b, c};
    case OP_SETTABLE:
        return (bytecode){BYTECODE_WRITE, a, b};
    case OP_EQ:
        return (bytecode){BYTECODE_EQUAL, a, b};
    case OP_EQK:
        return (bytecode){BYTECODE_EQUAL_CONSTANT, a, b};
    case OP_EQI:
        return (bytecode){BYTECODE_EQUAL_INTEGER, a, b - ZERO};
    default:
        return (bytecode){BYTECODE_OTHER, 0, 0};
    }
}

/* The buffer's data lie above the function that is dumped, which must be on top at first. */
typedef struct dump {
    bool begun;
    luaL_Buffer text;
} dump;

static int write_bytes(lua_State *L, const void *data, size_t n, void *to)
{
    dump *d = to;
    if (!d->begun)
        luaL_buffinit(L, &d->text);
    d->begun = true;
    luaL_addlstring(&d->text, data, n);
    return 0;
}

/* The next n bytes; NULL, and bad, where there are not as many. */
static const uint8_t *take(reader *r, size_t n)
{
    if (r->bad || n > (size_t)(r->end - r->at)) {
        r->bad = true;
        return NULL;
    }
    r->at += n;
    return r->at - n;
}

static uint8_t take_byte(reader *r)
{
    const uint8_t *b = take(r, 1);
    return b ? *b : 0;
}

/* Seven bits a byte, the highest first; the last byte has its eighth bit set. */
static size_t take_size(reader *r)
{
    size_t x = 0;
    uint8_t b = 0;
    while (!r->bad && !(b & 0x80)) {
        b = take_byte(r);
        x = x << 7 | (b & 0x7f);
    }
    return x;
}

/* 0 for none, else one more than its length. */
static void take_string(reader *r)
{
    size_t size = take_size(r);
    if (size)
        take(r, size - 1);
}

/* Pushes the next constant where it is a number, else nil. */
static void push_constant(lua_State *L, reader *r)
{
    lua_Integer integer;
    lua_Number number;
    uint8_t type = take_byte(r);
    const uint8_t *data = NULL;
    if (type == CONSTANT_INTEGER || type == CONSTANT_FLOAT)
        data = take(r, sizeof number);
    else if (type == CONSTANT_SHORT || type == CONSTANT_LONG)
        take_string(r);
    if (!data)
        lua_pushnil(L);
    else if (type == CONSTANT_INTEGER)
        lua_pushinteger(L, *(lua_Integer *)memcpy(&integer, data, sizeof integer));
    else
        lua_pushnumber(L, *(lua_Number *)memcpy(&number, data, sizeof number));
}

/* Pushes constant i, or nothing. */
static bool find_constant(lua_State *L, reader *r, size_t i)
{
    take(r, HEADER + UPVALUES);
    take_string(r);
    take_size(r);
    take_size(r); /* its lines */
    take(r, 3);   /* parameters, varargs, registers */
    take(r, take_size(r) * WORD);
    if (take_size(r) <= i || r->bad)
        return false;
    for (size_t k = 0; k < i; k++) {
        push_constant(L, r);
        lua_pop(L, 1);
    }
    push_constant(L, r);
    if (r->bad)
        lua_pop(L, 1);
    return !r->bad;
}

void bytecode_push_constant(lua_State *L, int i)
{
    size_t n;
    dump d = {0};
    lua_dump(L, write_bytes, &d, 1);
    luaL_pushresult(&d.text);
    const char *text = lua_tolstring(L, -1, &n);
    reader r = {(const uint8_t *)text, (const uint8_t *)text + n, false};
    if (!find_constant(L, &r, (size_t)i))
        lua_pushnumber(L, NAN);
    lua_remove(L, -2);
}
