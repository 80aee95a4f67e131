/* What a figure shows: arrays and strings, all owned by the caller and unchanged by drawing. */
#pragma once

#include "draw/canvas.h"

#include <stdatomic.h>

typedef enum scale_kind { SCALE_LINEAR, SCALE_LOG, SCALE_LOG2 } scale_kind;

typedef struct figure_axis {
    const char *label; /* "" = none */
    scale_kind scale;
    double min, max; /* NaN = from the data */
    bool whole;      /* only whole numbers are marked, as of counts */
    size_t n;        /* names, of 1, 2, .. n: marked instead of numbers, on a linear axis */
    const char *const *names;
} figure_axis;

/* A slope fitted to a series over from <= x <= to, with the limits of its interval. On a
 * logarithmic axis the coordinate is the logarithm. */
typedef struct figure_fit {
    bool given;
    double slope, lo, hi; /* lo, hi NaN = unknown */
    double from, to;      /* NaN = the series' ends */
} figure_fit;

enum { COLOR_AUTO = -1, COLOR_PALETTE = 8, COLOR_RGB = 0x1000000, AUTO = -1 };

typedef struct figure_series {
    const char *label;     /* "" = none; series of one label look alike and share an entry */
    const char *key;       /* another name by which styles find it, or NULL */
    size_t n;              /* points */
    const double *x, *y;   /* n each; NaN = a gap */
    const double *lo, *hi; /* n each or NULL: limits of an interval around y */
    const double *noise;   /* n or NULL: values of y below it are noise */
    const double *sign;    /* n or NULL: where it is < 0, y is the size of a negative value */
    const double *edges;   /* n + 1 rising numbers or NULL: point i is a bar from edges[i] to
                              edges[i + 1], from base on, unit y[i] high */
    double base, unit;     /* unit 0 = 1 */
    int color;             /* COLOR_AUTO, an index < COLOR_PALETTE, or COLOR_RGB + 0xRRGGBB */
    int dash, marker;      /* canvas_dash and canvas_shape, or AUTO */
    bool hollow;           /* its markers are */
    bool line;             /* false: markers, with bars for limits, at every point */
    bool hide;
    figure_fit fit;
} figure_series;

/* Where point i of a series is on the y axis. */
static inline double figure_y(const figure_series *a, size_t i)
{
    return a->edges ? a->base + (a->unit > 0 ? a->unit : 1) * a->y[i] : a->y[i];
}

typedef enum mark_kind { MARK_HLINE, MARK_VLINE, MARK_TEXT, MARK_SLOPE, MARK_WINDOW } mark_kind;

/* What is drawn beside the data: a line across the axes, a text, a line of a given slope, a shaded
 * range of x. */
typedef struct figure_mark {
    mark_kind kind;
    double x, y;       /* where; NaN = not needed; of a slope: the first point shown */
    double slope;      /* as in figure_fit */
    double from, to;   /* of a slope and a window, in x; NaN = the ends of the axis */
    const char *label; /* "" = none; the text itself */
    int color, dash;   /* as in a series, AUTO = grey and dashed */
    int anchor;        /* of a text: 0 begins, 1 is centred, 2 ends at x */
} figure_mark;

typedef enum legend_place {
    LEGEND_AUTO, /* the emptiest corner, or below when no corner is empty */
    LEGEND_DIRECT,
    LEGEND_NONE,
    LEGEND_BELOW,
    LEGEND_TOP_LEFT,
    LEGEND_TOP_RIGHT,
    LEGEND_BOTTOM_LEFT,
    LEGEND_BOTTOM_RIGHT,
    LEGEND_SHARED /* of panels: one for all, below them */
} legend_place;

/* What a small page leaves out, of what the figure has; added up. */
enum { LEFT_LEGEND = 1, LEFT_TITLE = 2, LEFT_NOTES = 4, LEFT_LABELS = 8 };

typedef struct figure {
    const char *title, *notes; /* "" = none */
    const char *band;          /* what lo and hi are, for the legend: "95% interval" */
    const char *noise;         /* what lies under the noise limits: "noise" */
    figure_axis x, y;
    const figure_series *series;
    size_t n;
    const figure_mark *marks;
    size_t n_marks;
    legend_place legend;
    bool full;                   /* of many points those are drawn, too, that no pixel shows */
    double font_pt;              /* 0 = the theme's */
    const atomic_int *interrupt; /* NULL, or ends drawing when it is not 0 */
    const struct figure *panels; /* n_panels > 0 figures, `across` in a row; of all above only
                                    title, notes and legend are then read */
    size_t n_panels, across;
    const struct figure *parent;      /* of a panel whose looks go by the labels of all panels */
    unsigned *left_out;               /* NULL, or takes what the page had no room for */
    const struct layout_watch *watch; /* NULL, or is told how the axes are laid out */
} figure;

/* A panel of a figure: it ends when that does, has its legend and says there what it leaves out. */
figure figure_panel(const figure *f, size_t i);

/* The rows of panels; 1 without any. */
size_t figure_rows(const figure *f);

bool figure_interrupted(const figure *f);

typedef enum theme_name { THEME_PAPER, THEME_SLIDES, THEME_DARK } theme_name;

typedef struct figure_page {
    theme_name theme;
    double width_mm, height_mm; /* 0 = the theme's */
    double dpi;                 /* of PNG; 0 = the theme's */
} figure_page;

typedef enum draw_error {
    DRAW_OK,
    DRAW_NO_MEMORY,
    DRAW_NO_ROOM,
    DRAW_TOO_LARGE,
    DRAW_INTERRUPTED,
    DRAW_NO_LIBRARY,
    DRAW_NO_FONT,
    DRAW_FAILED
} draw_error;

/* The error, or that memory ran out while `out` was written. */
draw_error draw_outcome(draw_error error, const bytes *out);
