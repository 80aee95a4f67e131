/* Characters of UTF-8 text. */
#pragma once

#include "draw/bytes.h"

/* The code point at *text, which moves on to the next one; a byte that starts no character stands
 * for itself. Not to be called at the final 0. */
unsigned utf8_next(const char **text);

/* Whether text is UTF-8 without control characters other than tab and newline. */
bool utf8_valid(const char *text);

/* Copies as many whole characters as `size` bytes hold with the final 0. */
void utf8_copy(char *out, size_t size, const char *text);

/* Appends a code point. */
void utf8_add(bytes *out, unsigned code);
