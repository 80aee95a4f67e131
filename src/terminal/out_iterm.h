/* Pictures in iTerm2's protocol, which WezTerm, mintty and others know too. */
#ifndef DEBIAS_TERMINAL_OUT_ITERM_H
#define DEBIAS_TERMINAL_OUT_ITERM_H

#include "terminal/picture.h"

/* Appends the PNG file as an image at the cursor, scaled to its cells. Where the cursor is then
 * depends on the terminal. */
void out_iterm(const bytes *png, const picture_place *place, bytes *out);

#endif
