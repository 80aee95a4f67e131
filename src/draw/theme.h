/* How figures look: sizes in points or in units of the font size (em), colours. */
#pragma once

#include "draw/figure.h"

typedef struct theme {
    double width_mm, height_mm, dpi, font_pt;
    canvas_color paper, ink, muted, grid; /* muted: axes and small text */
    canvas_color palette[COLOR_PALETTE];
    double line, rule, marker; /* widths of curves and axes, diameter of markers, in em */
    double tick, minor;        /* lengths of ticks, in em */
    double spread;             /* least distance of labels on the y axis, in em */
    double gap, drop;          /* between parts side by side and one above the other, in em */
    double pad;                /* around the figure, in em */
    double leading;            /* from one base line to the next, in em */
    double small;              /* size of tick labels, legend and notes, in em */
    double raised;             /* size of exponents, in em of their text */
    unsigned band_alpha;       /* of shaded intervals, 0..255 */
    unsigned noise_alpha;      /* of noise regions */
    double cell_width;         /* > 0: a character display with cells this wide and font_pt high;
                                  edges are moved to cells, and no text is turned */
} theme;

const theme *theme_get(theme_name name);

/* The theme of character displays. */
const theme *theme_cells(void);

/* The colour with another opacity, 0..255. */
static inline canvas_color theme_alpha(canvas_color color, unsigned alpha)
{
    return (color & ~0xffu) | alpha;
}
