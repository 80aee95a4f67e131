/* Problems of the caller's own. */
#pragma once

#include "library/debias.h"

/* What the last callback of the problem's that failed returned; 0 where none has, or it is a
 * built-in one. */
int library_own_code(const debias_problem *p);
