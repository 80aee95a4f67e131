/* Outputs of a graph compiled to instructions on columns of numbers.
 *
 * A program runs on up to `lanes` numbers of each input at once, in work space of the caller's: the
 * inputs are its first columns, in their order; column k begins at k * lanes. Each lane is by
 * itself. Memory is a block that program_compile takes and program_free gives back. */
#ifndef DEBIAS_EXPR_PROGRAM_H
#define DEBIAS_EXPR_PROGRAM_H

#include "graph.h"
#include "vm.h"

enum { PROGRAM_LANES = 128 };

typedef struct program {
    const vm_type *vm;
    size_t lanes;  /* at a time: a multiple of 8, fewer than PROGRAM_LANES where columns are many */
    size_t inputs; /* input columns, used or not */
    size_t columns;   /* in all: inputs, constants, registers */
    size_t constants; /* the columns behind the inputs */
    size_t operations, outputs;
    double *constant;
    vm_instruction *code;
    uint32_t *list;   /* operands of dot products */
    uint32_t *output; /* the columns of the outputs */
    bool *used;       /* by input column */
} program;

/* NULL without memory. The graph's tables must outlive the program. */
program *program_compile(const graph *g, size_t outputs, const expr *output);
void program_free(program *p); /* NULL will do */

/* Whether an output depends on the input column. */
static inline bool program_uses(const program *p, size_t column)
{
    return column < p->inputs && p->used[column];
}

/* Numbers of work space. */
static inline size_t program_work(const program *p)
{
    return p->columns * p->lanes;
}

/* Where an input column is written before a run, NULL where the program has none so high. */
static inline double *program_input(const program *p, double *work, size_t column)
{
    return column < p->inputs ? work + column * p->lanes : NULL;
}

static inline const double *program_output(const program *p, const double *work, size_t k)
{
    return work + p->output[k] * p->lanes;
}

/* Runs on the first n <= lanes lanes, rounded up to a multiple of 8. */
void program_run(const program *p, double *work, size_t n);

#endif
