/* Figures as pictures on a terminal, in one of the protocols that terminals show images with. */
#pragma once

#include "draw/figure.h"
#include "terminal/picture.h"

typedef enum terminal_protocol { PROTOCOL_KITTY, PROTOCOL_ITERM, PROTOCOL_SIXEL } terminal_protocol;

typedef struct terminal_page {
    terminal_protocol protocol;
    theme_name theme;
    picture_place place;
    size_t cell_width, cell_height; /* in pixels */
    size_t colors;                  /* sixel: the most, 2 .. 256 */
} terminal_page;

/* Appends the picture. The cursor must be at the left edge and is then there below the picture; the
 * screen has scrolled where there was no room for it. */
draw_error out_terminal(const figure *f, const terminal_page *page, bytes *out);
