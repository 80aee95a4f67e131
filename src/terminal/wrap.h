/* Text in the lines of a window: lines that are longer are broken between words. */
#pragma once

#include "draw/bytes.h"

#include <stdio.h>

/* Appends the text. Its first line begins where `used` columns are taken already. What goes on
 * below is indented: in two columns of text, which two spaces keep apart, as far as the second one;
 * else a little, where its line is indented or something stands before it. A word longer than a
 * line is broken after one of | , ; in it, or stays whole. */
void wrap_add(bytes *out, const char *text, size_t used, size_t columns);

/* The columns of the descriptor's window; 0 where it is no terminal. */
size_t wrap_columns(int descriptor);

/* Writes the text, in the lines of a window only where the stream is a terminal. */
void wrap_write(FILE *to, const char *text, size_t used);
