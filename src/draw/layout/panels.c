/* Panels are figures of their own, laid out on pages of their own that lie side by side, under
 * their title and above their legend. */
#include "draw/layout/layout.h"

#include <math.h>

/* The panels first .. of one row, from y on; *bottom <- where the next row begins. */
static draw_error add_row(const figure *f, const theme *t, text_font font, canvas_rect row,
                          size_t first, bool grow, bool *listed, canvas *out, double *bottom)
{
    double width = (row.x1 - row.x0) / (double)f->across;
    draw_error error = DRAW_OK;
    for (size_t i = first; i < f->n_panels && i < first + f->across && !error; i++) {
        figure panel = figure_panel(f, i);
        canvas c = {0};
        error = layout_panel(&panel, t, font, width, row.y1 - row.y0, grow, listed, &c);
        if (!error)
            canvas_append(out, &c, row.x0 + width * (double)(i - first), row.y0);
        *bottom = fmax(*bottom, row.y0 + c.height);
        canvas_free(&c);
    }
    return error;
}

/* The rows of panels from *y on, which becomes where they end. */
static draw_error add_rows(const figure *f, const theme *t, text_font font, double share, bool grow,
                           bool *listed, canvas *out, double *y)
{
    draw_error error = DRAW_OK;
    for (size_t i = 0; i < f->n_panels && !error; i += f->across)
        error = add_row(f, t, font, (canvas_rect){0, *y, out->width, *y + share}, i, grow, listed,
                        out, y);
    return error;
}

/* Title and legend make a page higher that may grow; else the panels have what they leave. */
static draw_error add_panels(const figure *f, const theme *t, text_font font, double height,
                             bool grow, bool *listed, canvas *out)
{
    canvas head = {0}, foot = {0};
    draw_error error = layout_head(f, t, font, out->width, &head);
    error = error ? error : layout_foot(f, t, font, out->width, &foot);
    double left = height - (grow ? 0 : head.height + foot.height), y = head.height;
    if (!error) {
        canvas_append(out, &head, 0, 0);
        error = add_rows(f, t, font, left / (double)figure_rows(f), grow, listed, out, &y);
    }
    canvas_append(out, &foot, 0, y);
    out->height = y + foot.height;
    canvas_free(&head);
    canvas_free(&foot);
    return !error && out->failed ? DRAW_NO_MEMORY : error;
}

draw_error layout_page(const figure *f, const theme *t, text_font font, double width, double height,
                       bool grow, canvas *out)
{
    if (!f->n_panels)
        return layout_figure(f, t, font, width, height, grow, out);
    bool listed = false, before;
    draw_error error;
    do { /* again when a later panel lists its slopes: all do, or none */
        before = listed;
        canvas_free(out);
        *out = (canvas){.width = width, .paper = t->paper};
        error = add_panels(f, t, font, height, grow, &listed, out);
    } while (!error && listed != before);
    return error;
}
