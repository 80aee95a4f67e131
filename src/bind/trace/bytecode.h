/* Where the code of a Lua function tells a value from a number without an operator that traced
 * values could answer to. */
#ifndef DEBIAS_BIND_BYTECODE_H
#define DEBIAS_BIND_BYTECODE_H

#include <lua.h>
#include <stddef.h>

typedef enum bytecode_kind {
    BYTECODE_EQUAL, /* register a == register b */
    BYTECODE_NUMBER /* register a == a constant number */
} bytecode_kind;

typedef struct bytecode_place {
    bytecode_kind kind;
    int a, b, line; /* registers from 0; line -1: unknown */
} bytecode_place;

/* Writes the places of the Lua function on top of the stack, in their order, to a block for the
 * caller to free; returns their number, or -1 where its code cannot be read. Comparisons with
 * constant strings, booleans and nil are left out: neither a number nor a traced value is one. */
int bytecode_places(lua_State *L, bytecode_place **places);

#endif
