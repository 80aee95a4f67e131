/* Which line is which: an entry per label, and what shading, open and downward marks and noise
 * mean.
 */
#pragma once

#include "draw/layout/curves.h"

typedef enum entry_kind {
    ENTRY_SERIES,
    ENTRY_BAND,
    ENTRY_OPEN,
    ENTRY_NEGATIVE,
    ENTRY_NOISE
} entry_kind;

typedef struct entry {
    entry_kind kind;
    size_t series; /* whose look the sample has */
    bool line;     /* the sample has a line */
    double width;  /* of its label, as wrapped */
    size_t lines;  /* of its label */
    bytes label;
} entry;

typedef struct legend {
    entry *entries;
    size_t *place; /* per series: the entry of its group; as many as series = none yet */
    size_t n, columns;
    double most;          /* width that labels wrap to, in points */
    double width, height; /* of the whole */
    bool failed;          /* out of memory */
} legend;

/* Lists the entries; with `direct` only those that are not series or give a slope. */
legend legend_make(const sheet *s, bool direct);
void legend_free(legend *l);

/* Sets columns (as many as fit), width and height for that much width; labels wrap when they have
 * to. */
void legend_arrange(const sheet *s, legend *l, double width, size_t most_columns);

/* Draws it with the upper left corner at x, y. */
void legend_draw(const sheet *s, const legend *l, double x, double y);

/* Draws it in that corner of the axes, or in an empty one for LEGEND_AUTO; false when none is empty
 * or the axes are too small for it. */
bool legend_inside(const sheet *s, const legend *l, legend_place place);

/* Takes the place of that corner in s->room, when the legend fits there. */
void legend_reserve(sheet *s, const legend *l, legend_place place);

/* Labels at the right ends of the curves: the width they take beside the axes, and drawing them;
 * false (and nothing drawn) when they need more height than the axes have. */
double legend_direct_width(const sheet *s);
bool legend_direct(const sheet *s);
