/* Lines that no library edits. */
#pragma once

#include "repl/line.h"

/* As line_read. */
line_outcome plain_read(const char *prompt, char **text, size_t *length);
