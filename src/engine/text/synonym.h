/* What other programs and people call an option or one of its words. */
#pragma once

#include <stddef.h>

/* The one of n names that `name` stands for elsewhere, or NULL. */
const char *synonym_of(const char *name, const char *const *names, size_t n);

/* All of them, *n pairs: a word and what it stands for; the first pair whose second word is a name
 * counts. */
const char *const (*synonym_all(size_t *n))[2];
