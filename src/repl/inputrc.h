/* The settings of the line editor. Their $include lines may lead in a circle. */
#pragma once

#include <stdbool.h>

/* Whether the inputrc that will be read ($INPUTRC, or that of the home directory or the system) and
 * the files that it includes are nested INPUTRC_DEEPEST times at most. */
bool inputrc_ends(void);

enum { INPUTRC_DEEPEST = 16 };
