/* Numbers, vecs and mats as operands of one elementwise function: a number, and a vec of length 1,
 * goes with any shape. And the arguments of methods of vecs and mats, traced or not. */
#pragma once

#include "bind/bind.h"

typedef enum operand_kind { OPERAND_NUMBER, OPERAND_VEC, OPERAND_MAT } operand_kind;

typedef struct operand {
    operand_kind kind;
    size_t rows, cols, step; /* step 0: one number for all elements */
    const double *data;      /* may point to number: an operand must not be moved */
    double number;
} operand;

/* Reads the value at index as operand; false when it is not a number, vec or mat. */
bool operand_read(lua_State *L, int index, operand *out);

/* "a number", "a vec of length 3", "a 2x3 mat", pushed. */
const char *operand_words(lua_State *L, operand_kind kind, size_t rows, size_t cols);

/* The one of a[0..n-1] whose shape all can take; raises in the name of function where
 * there is none. Only step, kind and shape of each are read. */
const operand *operand_common(lua_State *L, const char *function, const operand *a, size_t n);

/* Raises in the name of function unless 2 can be called; leaves 1 and 2 alone on the stack. */
void operand_check_function(lua_State *L, const char *function);

/* The element or row number at 2, from 0, of n, that is written to; place: "an index" or "a row".
 */
size_t operand_target(lua_State *L, const char *kind, const char *place, size_t n);

/* Pushes the texts of 1 and 2 as one; returns 1. */
int operand_join(lua_State *L);

/* The first element and the number of elements of slice(i [, j]) of a vec of that length, i and j
 * at 2 and 3 counting as string.sub does. */
size_t operand_slice(lua_State *L, size_t length, size_t *count);

/* The row or column number at 2, from 0, of n; line: "row" or "column". */
size_t operand_line(lua_State *L, const char *function, const char *line, size_t n);
