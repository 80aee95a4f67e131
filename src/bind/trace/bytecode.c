/* The binary form of Lua 5.4's functions, as lua_dump writes it: a header, then of each function
 * its source and sizes, code, constants, upvalues, the functions inside it, lines and names. */
#include "bind/trace/bytecode.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

typedef struct bytes {
    uint8_t *data;
    size_t n, room;
} bytes;

typedef struct reader {
    const uint8_t *at, *end;
    bool bad;
} reader;

typedef struct code {
    const uint8_t *words, *lines, *marks, *constants;
    size_t n, nlines, nmarks, nconstants;
    int first_line;
} code;

enum {
    VERSION = 0x54,
    HEADER = 4 + 1 + 1 + 6 + 3 + sizeof(lua_Integer) + sizeof(lua_Number),
    WORD = 4,
    LINE_IS_MARKED = -0x80 /* in place of the step from the line before */
};

enum { OP_EQ = 57, OP_EQK = 60, OP_EQI = 61 };

enum {
    CONSTANT_INTEGER = 0x03,
    CONSTANT_FLOAT = 0x13,
    CONSTANT_SHORT = 0x04,
    CONSTANT_LONG = 0x14
};

static int write_bytes(lua_State *L, const void *data, size_t n, void *to)
{
    bytes *b = to;
    (void)L;
    if (b->n + n > b->room) {
        size_t room = 2 * (b->n + n);
        uint8_t *larger = realloc(b->data, room);
        if (!larger)
            return 1;
        b->data = larger;
        b->room = room;
    }
    memcpy(b->data + b->n, data, n);
    b->n += n;
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

static uint8_t take_constant(reader *r)
{
    uint8_t type = take_byte(r);
    if (type == CONSTANT_INTEGER || type == CONSTANT_FLOAT)
        take(r, 8);
    else if (type == CONSTANT_SHORT || type == CONSTANT_LONG)
        take_string(r);
    return type;
}

/* Lines and names, of which only the lines matter. */
static void take_debug(reader *r, code *c)
{
    c->nlines = take_size(r);
    c->lines = take(r, c->nlines);
    c->nmarks = take_size(r);
    c->marks = r->at;
    for (size_t i = 0; i < c->nmarks && !r->bad; i++) {
        take_size(r);
        take_size(r);
    }
    for (size_t i = take_size(r); i > 0 && !r->bad; i--) {
        take_string(r);
        take_size(r);
        take_size(r);
    }
    for (size_t i = take_size(r); i > 0 && !r->bad; i--)
        take_string(r);
}

static void take_function(reader *r, code *c)
{
    take_string(r);
    c->first_line = (int)take_size(r);
    take_size(r);
    take(r, 3); /* parameters, varargs, registers */
    c->n = take_size(r);
    c->words = take(r, c->n * WORD);
    c->nconstants = take_size(r);
    c->constants = r->at;
    for (size_t i = 0; i < c->nconstants && !r->bad; i++)
        take_constant(r);
    take(r, take_size(r) * 3); /* upvalues */
    for (size_t i = take_size(r); i > 0 && !r->bad; i--) {
        code inner;
        take_function(r, &inner);
    }
    take_debug(r, c);
}

static bool is_number(const code *c, const uint8_t *end, size_t constant)
{
    reader r = {c->constants, end, false};
    uint8_t type = 0;
    for (size_t i = 0; i <= constant && i < c->nconstants; i++)
        type = take_constant(&r);
    return type == CONSTANT_INTEGER || type == CONSTANT_FLOAT;
}

static bool is_place(const code *c, const uint8_t *end, uint32_t word, bytecode_place *p)
{
    int a = (int)(word >> 7 & 255), b = (int)(word >> 16 & 255);
    *p = (bytecode_place){.kind = BYTECODE_NUMBER, .a = a};
    switch (word & 127) {
    case OP_EQI:
        return true;
    case OP_EQK:
        return is_number(c, end, (size_t)b);
    case OP_EQ:
        *p = (bytecode_place){.kind = BYTECODE_EQUAL, .a = a, .b = b};
        return true;
    default:
        return false;
    }
}

/* Follows the line of one instruction after another. */
static int next_line(const code *c, size_t i, int line, reader *marks)
{
    if (i >= c->nlines)
        return -1;
    int step = (int8_t)c->lines[i];
    if (step != LINE_IS_MARKED)
        return line + step;
    take_size(marks);
    return (int)take_size(marks);
}

static int find_places(const code *c, const uint8_t *end, bytecode_place **places)
{
    reader marks = {c->marks, end, false};
    int line = c->first_line, found = 0;
    *places = malloc((c->n + 1) * sizeof **places);
    if (!*places)
        return -1;
    for (size_t i = 0; i < c->n; i++) {
        uint32_t word;
        memcpy(&word, c->words + i * WORD, WORD);
        line = next_line(c, i, line, &marks);
        if (is_place(c, end, word, *places + found))
            (*places)[found++].line = line;
    }
    return found;
}

int bytecode_places(lua_State *L, bytecode_place **places)
{
    bytes b = {0};
    code c;
    int n = -1;
    *places = NULL;
    if (lua_dump(L, write_bytes, &b, 0) == 0 && b.n > HEADER + 1 && b.data[4] == VERSION) {
        reader r = {b.data + HEADER + 1, b.data + b.n, false};
        take_function(&r, &c);
        n = r.bad ? -1 : find_places(&c, r.end, places);
    }
    free(b.data);
    return n;
}
