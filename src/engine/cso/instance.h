/* An instance of a type of problems: made from its arguments, and the least F is looked for. */
#pragma once

#include "problem.h"

/* Bytes for a problem with these arguments, and its making in such a block, aligned to ARENA_ALIGN.
 * Where the objective is exact and type->no_minimizer NULL, finds the optimum too (optimum.h). The
 * block must be zero. how may be NULL; STATUS_INTERRUPTED leaves no problem. */
size_t problem_size(const problem_type *type, const arg *a);
status problem_init(problem *p, const problem_type *type, const arg *a, const problem_making *how);
