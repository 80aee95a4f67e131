/* Few colours for a picture of many. */
#pragma once

#include "terminal/picture.h"

enum { PALETTE_LEVELS = 101, PALETTE_MOST = 256 };

/* Colours as sixel writes them, each part in percent: 0 .. 100. */
typedef struct palette {
    unsigned char color[PALETTE_MOST][3];
    size_t n;
} palette;

/* A byte 0 .. 255 in percent, rounded. */
static inline unsigned palette_level(unsigned char byte)
{
    return (byte * 100u + 127) / 255;
}

/* Chooses at most `most` colours (2 .. PALETTE_MOST) and gives index[i], i < width*height, the one
 * of pixel i. Every pixel keeps its colour when there are no more; otherwise those near to one
 * another become the most frequent of them. false without memory. */
bool palette_make(const picture_pixels *in, size_t most, palette *out, unsigned char *index);
