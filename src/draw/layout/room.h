/* Which places of a page are taken: a raster that legend and annotations ask for an empty corner.
 */
#pragma once

#include "draw/canvas.h"
#include "draw/figure.h"

typedef struct room {
    unsigned char *taken; /* rows * columns */
    int *turns;           /* columns + 1, for a row of a polygon */
    size_t rows, columns;
    const figure *figure; /* once it is interrupted, what is marked is of no use */
} room;

/* An empty raster for the canvas; taken = NULL without memory (all calls then do nothing). */
room room_make(const canvas *c, const figure *f);
void room_free(room *r);

/* Marks what the canvas' items from number `first` on cover. */
void room_add(room *r, const canvas *c, size_t first);

/* Marks a box. */
void room_take(room *r, canvas_rect box);

/* How many places inside the box are taken. */
size_t room_taken(const room *r, canvas_rect box);
