/* Outputs of a graph compiled to code (vm.h) that runs on many lanes at once: a lane is one
 * evaluation and knows nothing of the others.
 *
 * The caller owns the work space: program_work(p) doubles, on a multiple of 64 bytes where speed
 * matters. It holds columns of p->lanes numbers, `gap` apart: first the input columns in their
 * order, then registers. A run writes registers alone. Programs may share one work space, one after
 * the other. */
#pragma once

#include "graph.h"
#include "vm.h"

enum { PROGRAM_LANES = VM_LANES };

typedef struct program {
    const vm_type *vm;
    size_t lanes;   /* at a time: a multiple of 8, at most PROGRAM_LANES, fewer where registers are
                       so many that they would leave the cache */
    size_t gap;     /* numbers from column to column, at least `lanes` */
    size_t inputs;  /* input columns, used or not: up to the last that is used, and then to the next
                       multiple of 8 */
    size_t columns; /* in all */
    size_t operations; /* of the graph, fused or not */
    size_t outputs;
    uint32_t *code, *end;
    double *constants; /* each one eight times */
    vm_table *tables;  /* their data are the graph's */
    uint32_t *output;  /* columns */
    bool *used;        /* by input column */
} program;

/* A program for the given nodes, or NULL without memory. It needs the graph no longer, except for
 * the tables of GATHER. Sums keep their order, and every product and sum is rounded by itself. */
program *program_compile(const graph *g, size_t outputs, const expr *output);
void program_free(program *p); /* NULL will do */

/* Fewer lanes at a time, a multiple of 8: programs of as many lanes find their input columns in the
 * same places. */
void program_narrow(program *p, size_t lanes);

/* Whether an output depends on one of the input columns first, first + 1, .. */
static inline bool program_uses(const program *p, size_t first, size_t count)
{
    for (size_t j = first; j < p->inputs && j < first + count; j++)
        if (p->used[j])
            return true;
    return false;
}

static inline size_t program_work(const program *p)
{
    return p->columns * p->gap;
}

/* Where an input column is written before a run; NULL from column p->inputs on. A run leaves it as
 * it is. */
static inline double *program_input(const program *p, double *work, size_t column)
{
    return column < p->inputs ? work + column * p->gap : NULL;
}

/* Input columns first, first + 1, .. <- number j of each of the rows, j < width; those that the
 * program does not have are left out. Whole eights may be read: rows and width are padded to them
 * where speed matters. */
void program_load(const program *p, double *work, size_t first, size_t width, size_t n,
                  const double *const *row);

/* Output k after a run: a column of the work space, valid until the next run. */
static inline const double *program_output(const program *p, const double *work, size_t k)
{
    return work + p->output[k] * p->gap;
}

/* Runs on the first n <= p->lanes lanes, rounded up to a multiple of 8; there is no number that
 * could not stand in an unused lane. */
static inline void program_run(const program *p, double *work, size_t n)
{
    const vm_memory m = {work, p->constants, p->tables};
    if (p->code != p->end)
        p->vm->run(p->code, p->end, &m, (n + 7) / 8 * 8);
}
