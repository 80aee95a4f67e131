/* The block interpreter: runs the instructions of a program on columns of numbers, eight at a time.
 * One record for each instruction set (vm/block.c); all give the same bits. */
#ifndef DEBIAS_EXPR_VM_H
#define DEBIAS_EXPR_VM_H

#include "graph.h"

/* What an instruction does besides the operations of graph.h. */
enum {
    VM_DOT = EXPR_OPS, /* [a +] a1 b1 + a2 b2 + ..: each product and sum rounded by itself */
    VM_SUB_PRODUCT,    /* a - b c, product and difference rounded by themselves */
    VM_CODES
};

/* Operands are columns: `gap` numbers each in the work space, column k at k*gap. */
typedef struct vm_instruction {
    uint32_t code, to, a, b, c; /* DOT: a is a column or EXPR_NONE, c pairs begin at list[b] */
    const double *table;        /* of GATHER, b its length */
} vm_instruction;

typedef struct vm_type {
    const char *name;
    /* lanes is a multiple of 8, at most gap. */
    void (*run)(const vm_instruction *code, size_t n, const uint32_t *list, double *work,
                size_t gap, size_t lanes);
    /* One operation on numbers x[0..2]. */
    double (*scalar)(expr_op op, const double *x, const double *table, size_t length);
    /* Column j, gap apart from the next, <- number j of each of n rows; `width` of them. */
    void (*to_columns)(const double *const *row, size_t n, size_t width, double *to, size_t gap);
    /* The reverse, for the columns listed: row e, ld apart, number j <- number e of column[j]. */
    void (*to_rows)(const double *const *column, size_t n, size_t width, double *to, size_t ld);
} vm_type;

size_t vm_count(void);
const vm_type *vm_type_at(size_t i);
const vm_type *vm_find(const char *name);

/* The one interpreter there is. */
static inline const vm_type *vm_here(void)
{
    return vm_type_at(0);
}

static inline double vm_scalar(expr_op op, const double *x, const double *table, size_t length)
{
    return vm_here()->scalar(op, x, table, length);
}

#endif
