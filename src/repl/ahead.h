/* What the user typed while the terminal was asked for its kind. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

/* The n bytes of it that are left, and one call that drops the first n of them. */
const char *ahead_left(size_t *n);
void ahead_drop(size_t n);

/* For editors that take no keys: its next line, to be freed, and whether its end was typed, too;
 * NULL where nothing is left. */
char *ahead_next(bool *whole);
