/* The block interpreter: runs a program's code on columns of numbers, eight lanes at a time. One
 * record for each instruction set (vm/block.c); all give the same bits.
 *
 * Code is words of 32 bits. An instruction is its head, the column that it writes, its operands. A
 * head is an operation in the low 8 bits and a count above them:
 *
 *   ADD, SUB                    a, then count numbers added or subtracted from left to right
 *   ADD_PRODUCTS, SUB_PRODUCTS  a, then count pairs whose products are: each product and each sum
 *                               is rounded by itself, as if they were separate instructions
 *   GATHER                      a; the count is the table's place
 *   all others                  one operand for each argument (op.h)
 *
 * A column is the place of its first number in the work space, a multiple of 8; an operand is a
 * column, or 1 + the place of a constant, which lies there eight times. What is written may be one
 * of the operands. */
#pragma once

#include "op.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { VM_LANES = 128 }; /* the most that are run at once */

enum { VM_ADD_PRODUCTS = EXPR_OPS, VM_SUB_PRODUCTS, VM_CODES };

/* Numbers that an operation selects from by an index. */
typedef struct vm_table {
    const double *data;
    size_t n;
} vm_table;

typedef struct vm_memory {
    double *work;
    const double *constants;
    const vm_table *tables;
} vm_memory;

typedef struct vm_type {
    const char *name;
    /* Runs the instructions from code to end on the first `lanes` lanes, a multiple of 8. */
    void (*run)(const uint32_t *code, const uint32_t *end, const vm_memory *m, size_t lanes);
    /* One operation on the numbers x[0..2], by the same instructions; table: of GATHER, or NULL. */
    double (*scalar)(expr_op op, const double *x, const vm_table *table);
    /* to[j*gap + e] <- row[e][j] for e < n, j < width; columns that are not used may be left out.
     */
    void (*to_columns)(const double *const *row, size_t n, size_t width, const bool *used,
                       double *to, size_t gap);
    /* to[e*gap + j] <- column[j][e], or that added to it, for j < 4, e < n, which is a multiple of
     * 8. */
    void (*to_rows)(const double *const column[4], size_t n, double *to, size_t gap, bool add);
    /* out[e] += weight * rows e = 0 .. n-1, in this order, n > 0; `width`, a multiple of 8, numbers
     * each. */
    void (*add_rows)(const double *rows, size_t n, size_t width, double weight, double *const *out);
} vm_type;

const vm_type *vm_type_at(size_t i);

/* The one there is, for this machine's instruction set. */
static inline const vm_type *vm_here(void)
{
    return vm_type_at(0);
}

/* How many operands follow a head. */
static inline size_t vm_operands(uint32_t head)
{
    uint32_t op = head & 255;
    if (op == EXPR_ADD || op == EXPR_SUB)
        return 1 + (size_t)(head >> 8);
    if (op >= VM_ADD_PRODUCTS)
        return 1 + 2 * (size_t)(head >> 8);
    return (size_t)expr_arity((expr_op)op);
}
