/* A figure's picture on a terminal that shows images. */
#pragma once

#include "draw/bytes.h"

/* Where the picture stands: its upper left corner at the cursor, which is at the left edge. */
typedef struct picture_place {
    size_t columns, rows; /* the cells it covers, each >= 1; rows <= KITTY_ROWS inside tmux */
    unsigned id;          /* kitty: names the image, picture_id; one with the id of an older image
                             takes that one away */
    bool tmux;            /* by way of tmux */
} picture_place;

enum { PICTURE_IDS = 255 * 35 };

/* The n-th name of an image, n < PICTURE_IDS: the lowest byte is not 0, the highest is less than
 * 35, the others are 0: inside tmux, in 256 colours, kitty can be given no more. */
static inline unsigned picture_id(unsigned n)
{
    return (n / 255) << 24 | (1 + n % 255);
}

/* Rows of 3 bytes a pixel: red, green, blue. */
typedef struct picture_pixels {
    size_t width, height;
    const unsigned char *rgb; /* 3*width*height */
} picture_pixels;
