/* Panels are figures of their own, laid out on pages of their own that lie side by side. */
#include "draw/layout/layout.h"

#include <math.h>

/* The panels first .. of one row, from y on; *bottom <- where the next row begins. */
static draw_error add_row(const figure *f, const theme *t, text_font font, canvas_rect row,
                          size_t first, bool grow, canvas *out, double *bottom)
{
    double width = (row.x1 - row.x0) / (double)f->across;
    draw_error error = DRAW_OK;
    for (size_t i = first; i < f->n_panels && i < first + f->across && !error; i++) {
        figure panel = figure_panel(f, i);
        canvas c = {0};
        error = layout_figure(&panel, t, font, width, row.y1 - row.y0, grow, &c);
        if (!error)
            canvas_append(out, &c, row.x0 + width * (double)(i - first), row.y0);
        *bottom = fmax(*bottom, row.y0 + c.height);
        canvas_free(&c);
    }
    return error;
}

draw_error layout_page(const figure *f, const theme *t, text_font font, double width, double height,
                       bool grow, canvas *out)
{
    if (!f->n_panels)
        return layout_figure(f, t, font, width, height, grow, out);
    double share = height / (double)figure_rows(f), y = 0;
    draw_error error = DRAW_OK;
    out->width = width;
    out->paper = t->paper;
    for (size_t i = 0; i < f->n_panels && !error; i += f->across)
        error = add_row(f, t, font, (canvas_rect){0, y, width, y + share}, i, grow, out, &y);
    out->height = y;
    return !error && out->failed ? DRAW_NO_MEMORY : error;
}
