/* Whether this program is one of several that mpirun or srun has started, and what joins them. */
#pragma once

#include <stdbool.h>

/* Joins the other ranks where there are any; from then on only rank 0 prints. Returns false where
 * it must not go on, which it has said. */
bool ranks_start(void);

/* Whether what was asked for can be done: there is no prompt for several ranks, which it says. */
bool ranks_allow(bool interactive);
