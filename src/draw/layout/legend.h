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
    const char *name; /* the label of the series, or the whole label */
    look look;        /* of the sample */
    bool line, bars;  /* whether the sample has a line, and is a bar */
    double width;     /* of its label, as wrapped */
    size_t lines;     /* of its label */
    bytes label;
} entry;

typedef struct legend {
    entry *entries;
    size_t n, columns;
    double most;          /* width that labels wrap to, in points */
    double width, height; /* of the whole */
    bool failed;          /* out of memory */
} legend;

/* Which entries beside slopes: the series, what shading and marks mean. */
enum { LEGEND_SERIES = 1, LEGEND_KEYS = 2 };

/* Lists the entries; `which`: the sum of some of these. */
legend legend_make(const sheet *s, int which);

/* Adds those of another figure that the legend does not have yet. */
void legend_add(legend *l, const sheet *s, int which);
/* Those of axes as they are laid out; on a small page there are none. */
legend legend_of(const sheet *s);

void legend_free(legend *l);

/* Sets columns (as many as fit), width and height for that much width; labels wrap when they have
 * to. */
void legend_arrange(const sheet *s, legend *l, double width, size_t most_columns);

/* Draws it with the upper left corner at x, y. */
void legend_draw(const sheet *s, const legend *l, double x, double y);

/* Draws it in the place that is reserved for it, else reserves an empty corner of the axes or an
 * empty middle of a side; false when none is empty or the axes are too small for it. */
bool legend_inside(sheet *s, const legend *l);

/* Takes that corner in s->room for it, or another place when the corner is not empty; false when
 * none is. */
bool legend_reserve(sheet *s, const legend *l, legend_place place);

/* Labels at the right ends of the curves: the width they take beside the axes, and drawing them;
 * false (and nothing drawn) when they need more height than the axes have. */
double legend_direct_width(const sheet *s);
bool legend_direct(const sheet *s);
