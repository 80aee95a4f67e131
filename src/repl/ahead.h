/* What the user typed while the terminal was asked for its kind, for editors that take no keys. */
#pragma once

#include <stdbool.h>

/* The next line of it, to be freed, and whether its end was typed, too; NULL where nothing is left.
 */
char *ahead_next(bool *whole);
