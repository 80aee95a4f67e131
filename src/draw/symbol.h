/* Names of symbols in labels: \alpha, \nabla, \sqrt{n}. */
#pragma once

#include "draw/bytes.h"

/* Appends the text with the symbols in place of their names; names that are not known, and all
 * else, stay as they are. An empty pair of braces ends a name and vanishes. */
void symbol_replace(bytes *out, const char *text);

/* The name of a character, or NULL. */
const char *symbol_name(unsigned code);

/* A name that an escape sequence has taken the beginning of ("\nabla" in Lua is a line break and
 * "abla"), or NULL. */
const char *symbol_mistaken(const char *text);
