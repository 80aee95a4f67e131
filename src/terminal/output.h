/* Standard output, which may fail long before the program ends: the reason of the first failure is
 * kept, as it is gone with the next call that fails. */
#pragma once

#include <stdbool.h>

/* Writes what waits to be written. */
void output_flush(void);

/* Whether writing has failed; asked before a call that writes in its own way, whose end then goes
 * to output_look at once. */
bool output_has_failed(void);
void output_look(bool had_failed);

/* errno of the first failure, 0 where it is not known. */
int output_reason(void);
