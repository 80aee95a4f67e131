/* Pictures as sixels, which xterm, foot, mlterm, Windows Terminal, tmux 3.4 and others show. */
#pragma once

#include "terminal/picture.h"

/* Appends the picture at the cursor, pixel by pixel, in at most `colors` colours (2 .. 256); its
 * place only says whether tmux is on the way. Where the cursor is then depends on the terminal. */
void out_sixel(const picture_pixels *in, size_t colors, const picture_place *place, bytes *out);
