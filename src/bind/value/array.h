/* What vecs and mats have in common: elementwise functions, products, maps. */
#pragma once

#include "bind/traced/operand.h"

/* Pushes zeros of the shape that the operands a[0..n-1] have in common and returns its data, and
 * its number of elements in count; raises in the name of function when they have none. */
double *operand_push(lua_State *L, const char *function, const operand *a, size_t n, size_t *count);

/* out <- f of the n elements of operands a[0] and a[1]; function is for errors. */
void operand_zip(lua_State *L, const char *function, double (*f)(double, double), const operand *a,
                 size_t n, double *out);

/* Pushes f(a) of the elements of the operand. */
void unary_apply(lua_State *L, double (*f)(double), const operand *a);

/* Sets the fields __add, __sub, .. of the metatable of the type. */
void array_set_arithmetic(lua_State *L, const char *type);

/* The product of the operands at 1 and 2, each a vec or a mat, for a method called function: pushes
 * a number, a vec or a mat and returns 1. A vec on the left is a row, on the right a column. */
int array_push_product(lua_State *L, const char *function);

/* Pushes what the function at index 2 makes of each number of the vec or mat at 1; returns 1. */
int array_push_map(lua_State *L, const char *function);

/* Pushes whether a[0..n-1] and b[0..n-1] are equal. */
void array_push_equal(lua_State *L, size_t n, const double *a, const double *b);

/* Pushes the n numbers as a Lua list. */
void array_push_list(lua_State *L, size_t n, const double *a);
