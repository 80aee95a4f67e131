/* Instructions of Lua 5.4 that distinguish a value from a number without an operator that traced
 * values could answer to. */
#pragma once

#include <lua.h>

typedef enum bytecode_kind {
    BYTECODE_OTHER,
    BYTECODE_EQUAL,          /* register a == register b */
    BYTECODE_EQUAL_CONSTANT, /* register a == constant b of the function */
    BYTECODE_EQUAL_INTEGER,  /* register a == the integer b */
    BYTECODE_READ,           /* register a [register b] */
    BYTECODE_WRITE           /* register a [register b] = .. */
} bytecode_kind;

typedef struct bytecode {
    bytecode_kind kind;
    int a, b; /* registers and constants count from 0 */
} bytecode;

/* The instruction that the Lua function of ar is about to run; in a count hook alone. */
bytecode bytecode_next(const lua_Debug *ar);

/* Pushes constant i of the Lua function on top of the stack where it is a number, else nil; a NAN
 * where the function's code cannot be read. */
void bytecode_push_constant(lua_State *L, int i);
