/* The parts that draw on a page draw on a sheet whose places are values. */
#include "draw/layout/values.h"

#include "draw/layout/curves.h"
#include "draw/layout/markers.h"
#include "draw/layout/marks.h"
#include "draw/layout/noise.h"

static double end_of(const figure_axis *axis, const scale *s, bool first)
{
    double given = first ? axis->min : axis->max;
    return isnan(given) ? scale_value(s, first ? 0 : 1) : given;
}

canvas_rect values_box(const sheet *page)
{
    const figure *f = page->figure;
    return (canvas_rect){end_of(&f->x, &page->x, true), end_of(&f->y, &page->y, false),
                         end_of(&f->x, &page->x, false), end_of(&f->y, &page->y, true)};
}

/* A value so far outside of an axis of that length that what is beyond does not show. TeX knows no
 * lengths above 16384 points. */
static double far(const scale *s, double length, bool first)
{
    double lengths = fmax(8000 / length, 1);
    return scale_value(s, first ? -lengths : 1 + lengths);
}

static canvas_rect far_box(const sheet *page)
{
    canvas_rect p = page->plot;
    double width = p.x1 - p.x0, height = p.y1 - p.y0;
    return (canvas_rect){far(&page->x, width, true), far(&page->y, height, true),
                         far(&page->x, width, false), far(&page->y, height, false)};
}

void values_draw(const sheet *page, canvas *out)
{
    sheet s = *page;
    s.page = page;
    s.canvas = out;
    s.plot = values_box(page);
    out->clip = far_box(page);
    marks_windows(&s);
    marks_edges(&s);
    marks_lines(&s);
    if (!noise_merged(&s))
        curves_noise(&s);
    curves_draw(&s);
    markers_draw(&s);
}
