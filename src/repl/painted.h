/* Prompts in colours. */
#pragma once

#include <stdbool.h>

/* The prompt as it is written to the descriptor: the number in brackets before it and the rest in
 * colours of their own, where it shows colours. marked: what is invisible stands between the bytes
 * 1 and 2, as editing libraries want it. To be freed; NULL without memory. */
char *painted(const char *prompt, int descriptor, bool marked);
