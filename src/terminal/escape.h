/* Bytes as the text of a JSON string. */
#pragma once

#include "draw/bytes.h"

enum {
    CHARACTER = 4,
    ESCAPED = 6
}; /* most bytes of a character, and of a byte where it is escaped */

/* Appends the n bytes, without quotes; a byte that is no part of a character of UTF-8 is taken for
 * one of Latin-1. Returns how many were taken: all but an unfinished character at the end. */
size_t escape_add(bytes *out, const char *text, size_t n);

/* The same for a text that is whole: an unfinished character at its end is none, either. */
void escape_all(bytes *out, const char *text, size_t n);
