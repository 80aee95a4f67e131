/* A figure's picture on a terminal that shows images. */
#ifndef DEBIAS_DRAW_PICTURE_H
#define DEBIAS_DRAW_PICTURE_H

#include "draw/bytes.h"

/* Where the picture stands: its upper left corner at the cursor, which is at the left edge. */
typedef struct picture_place {
    size_t columns, rows; /* the cells it covers, each >= 1; rows <= KITTY_ROWS inside tmux */
    unsigned id;          /* kitty: names the image, 1 .. 0xffffff; one with the id of an older
                             image takes that one away */
    bool tmux;            /* by way of tmux */
} picture_place;

/* Rows of 3 bytes a pixel: red, green, blue. */
typedef struct picture_pixels {
    size_t width, height;
    const unsigned char *rgb; /* 3*width*height */
} picture_pixels;

#endif
