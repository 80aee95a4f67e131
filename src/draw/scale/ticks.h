/* Where an axis is marked, and what its marks say. */
#pragma once

#include "draw/scale/scale.h"

enum { TICKS_MOST = 128, TICK_LABEL = 128 /* bytes */ };

typedef struct tick {
    double at; /* 0..1 along the axis */
    double value;
    bool major;             /* has a label */
    char label[TICK_LABEL]; /* as text.h draws it: "0.5", "10^{-3}", "16" */
} tick;

typedef struct ticks {
    tick tick[TICKS_MOST];
    size_t n;
    char factor[24]; /* what the labels of a linear axis are to be multiplied with: "×10^{6}" */
    bool even;       /* a logarithmic axis with labels at even steps, which looks linear */
} ticks;

/* The marks of an axis; level 0 is the densest choice, higher levels have fewer labels. Returns
 * false when there is no sparser choice than the one before (*out is then unchanged).
 * Linear: 1, 2 or 5 times a power of ten, with minor marks between.
 * Log: powers of ten and their multiples; log2: powers of two; less than one power: as linear. */
bool ticks_make(const scale *s, unsigned level, ticks *out);

/* The names of an axis at 1, 2, .. n, as many as there is room for and as long. */
void ticks_names(const scale *s, const figure_axis *axis, ticks *out);

/* How many of them have labels. */
size_t ticks_labels(const ticks *t);
