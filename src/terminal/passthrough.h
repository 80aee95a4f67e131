/* Escape sequences that reach the terminal outside of tmux. */
#pragma once

#include "draw/bytes.h"

/* Appends a whole escape sequence: as it is, or, inside tmux, as a string that tmux hands on when
 * its option allow-passthrough is on. */
void passthrough_add(bytes *out, const bytes *sequence, bool tmux);
