/* Bytes as the text of a JSON string. */
#pragma once

#include "draw/bytes.h"

enum {
    CHARACTER = 4,
    ESCAPED = 6
}; /* most bytes of a character, and of a byte where it is escaped */

/* Appends the n bytes, without quotes; bytes that are no UTF-8 become U+FFFD. Returns how many were
 * taken: all but an unfinished character at the end. */
size_t escape_add(bytes *out, const char *text, size_t n);
