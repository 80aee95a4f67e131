/* Problems of the caller's own. */
#pragma once

#include "own_part.h"

/* What the last callback of the problem's that failed returned; 0 where none has, or it is a
 * built-in one. */
int library_own_code(const debias_problem *p);

/* A problem as one call has it: what its callbacks fail with is kept with the call, so that calls
 * on several threads may take the same problem. */
typedef struct own_view {
    problem problem;
    own own;
} own_view;

/* The problem for one call: in *v, which must stay where it is, or p itself, a built-in one. */
const debias_problem *library_own_view(own_view *v, const debias_problem *p);
