/* Pictures in kitty's graphics protocol. */
#pragma once

#include "terminal/picture.h"

enum { KITTY_ROWS = 35 }; /* the most rows inside tmux */

/* Appends the PNG file as an image at the cursor, scaled to its cells. The cursor stays; inside
 * tmux, where characters hold the image's place, it goes to the line below. */
void out_kitty(const bytes *png, const picture_place *place, bytes *out);
