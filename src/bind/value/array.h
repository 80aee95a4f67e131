/* Numbers, vecs and mats as operands of one elementwise function. A number, and a vec of length 1,
 * goes with any shape. */
#ifndef DEBIAS_BIND_ARRAY_H
#define DEBIAS_BIND_ARRAY_H

#include "bind/bind.h"

typedef struct operand {
    enum { OPERAND_NUMBER, OPERAND_VEC, OPERAND_MAT } kind;
    size_t rows, cols, step; /* step 0: one number for all elements */
    const double *data;      /* may point to number: an operand must not be moved */
    double number;
} operand;

/* Reads the value at index as operand; false when it is no number, vec or mat. */
bool operand_read(lua_State *L, int index, operand *out);

/* Pushes zeros of the shape that the operands a[0..n-1] have in common and returns its data, and
 * its number of elements in count; raises in the name of function when they have none. */
double *operand_push(lua_State *L, const char *function, const operand *a, size_t n, size_t *count);

/* A function of two numbers as a Lua function for anything that operand_read takes, at least one of
 * the two a vec or mat; symbol names it in errors: "vec +". */
typedef struct binary {
    const char *symbol;
    double (*f)(double, double);
} binary;
int binary_apply(lua_State *L, const binary *f);

/* What to add where shapes do not fit: how a matrix and a vector are multiplied, or "". */
const char *array_hint(bool a_is_mat, bool b_is_mat);

/* Pushes f(a) of the elements of the operand. */
void unary_apply(lua_State *L, double (*f)(double), const operand *a);

/* Sets the fields __add, __sub, .. of the metatable on top of the stack. */
void array_set_arithmetic(lua_State *L);

/* The product of the operands at 1 and 2, each a vec or a mat, for a method called function: pushes
 * a number, a vec or a mat and returns 1. A vec on the left is a row, on the right a column. */
int array_push_product(lua_State *L, const char *function);

/* Raises in the name of function unless 2 can be called; leaves 1 and 2 alone on the stack. */
void array_check_function(lua_State *L, const char *function);

/* Pushes what the function at index 2 makes of each number of the vec or mat at 1; returns 1. */
int array_push_map(lua_State *L, const char *function);

/* The first element and the number of elements of slice(i [, j]) of a vec of that length, i and j
 * at 2 and 3 counting as string.sub does. */
size_t array_slice(lua_State *L, size_t length, size_t *count);

/* Pushes the n numbers as a Lua list. */
void array_push_list(lua_State *L, size_t n, const double *a);

#endif
