/* What other programs and people call an option or one of its words. */
#pragma once

#include <stddef.h>

/* The one of n names that `name` stands for elsewhere, or NULL. */
const char *synonym_of(const char *name, const char *const *names, size_t n);
