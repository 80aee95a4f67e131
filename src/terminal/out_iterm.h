/* Pictures in iTerm2's protocol, which WezTerm, mintty and others know too. */
#pragma once

#include "terminal/picture.h"

/* Appends the PNG file as an image at the cursor, scaled to its cells. Where the cursor is then
 * depends on the terminal. */
void out_iterm(const bytes *png, const picture_place *place, bytes *out);
