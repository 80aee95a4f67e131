/* Panels are figures of their own, laid out on pages of their own that lie side by side, under
 * their title and above their legend and notes, with their axes in line. */
#include "draw/layout/layout.h"

#include <math.h>
#include <stdlib.h>

/* What a page of panels is laid out with. */
typedef struct page {
    const figure *figure;
    const theme *theme;
    text_font font;
    bool grow, listed;
    layout_margins *least, *own; /* of each panel */
    canvas *out;
} page;

/* The panels first .. of one row, from y on; *bottom <- where the next row begins. */
static draw_error add_row(page *p, canvas_rect row, size_t first, double *bottom)
{
    const figure *f = p->figure;
    double width = (row.x1 - row.x0) / (double)f->across;
    draw_error error = DRAW_OK;
    for (size_t i = first; i < f->n_panels && i < first + f->across && !error; i++) {
        figure panel = figure_panel(f, i);
        canvas c = {0};
        layout_shared shared = {p->listed, p->least[i]};
        error =
            layout_panel(&panel, p->theme, p->font, width, row.y1 - row.y0, p->grow, &shared, &c);
        if (!error)
            canvas_append(p->out, &c, row.x0 + width * (double)(i - first), row.y0);
        *bottom = fmax(*bottom, row.y0 + c.height);
        p->listed = shared.listed;
        p->own[i] = shared.margins;
        canvas_free(&c);
    }
    return error;
}

/* The rows of panels from *y on, which becomes where they end. */
static draw_error add_rows(page *p, double share, double *y)
{
    const figure *f = p->figure;
    draw_error error = DRAW_OK;
    for (size_t i = 0; i < f->n_panels && !error; i += f->across)
        error = add_row(p, (canvas_rect){0, *y, p->out->width, *y + share}, i, y);
    return error;
}

/* Title, legend and notes make a page higher that may grow; else the panels have what they leave.
 */
static draw_error add_panels(page *p, double height)
{
    const figure *f = p->figure;
    canvas head = {0}, foot = {0}, *out = p->out;
    draw_error error = layout_head(f, p->theme, p->font, out->width, &head);
    error = error ? error : layout_foot(f, p->theme, p->font, out->width, &foot);
    double left = height - (p->grow ? 0 : head.height + foot.height), y = head.height;
    if (!error) {
        canvas_append(out, &head, 0, 0);
        error = add_rows(p, left / (double)figure_rows(f), &y);
    }
    canvas_append(out, &foot, 0, y);
    out->height = y + foot.height;
    out->failed = out->failed || head.failed || foot.failed;
    canvas_free(&head);
    canvas_free(&foot);
    return out->failed ? DRAW_NO_MEMORY : error;
}

/* Widens the least margins of a panel to those of another one in its row or column; whether that
 * changes them by more than rounding. */
static bool widen(layout_margins *least, const layout_margins *other, bool same_row)
{
    const double rounding = 1e-6; /* points */
    layout_margins before = *least;
    if (same_row) {
        least->top = fmax(least->top, other->top);
        least->bottom = fmax(least->bottom, other->bottom);
    } else {
        least->left = fmax(least->left, other->left);
        least->right = fmax(least->right, other->right);
    }
    return least->top > before.top + rounding || least->bottom > before.bottom + rounding ||
           least->left > before.left + rounding || least->right > before.right + rounding;
}

/* Sets the least margins so that the axes of a row are level, and those of a column below one
 * another; whether a panel's own are smaller. */
static bool align(page *p)
{
    size_t n = p->figure->n_panels, across = p->figure->across;
    bool changed = false;
    for (size_t i = 0; i < n; i++) {
        p->least[i] = p->own[i];
        for (size_t k = 0; k < n; k++) {
            if (i / across == k / across)
                changed = widen(&p->least[i], &p->own[k], true) || changed;
            if (i % across == k % across)
                changed = widen(&p->least[i], &p->own[k], false) || changed;
        }
    }
    return changed;
}

/* Lays out again when a later panel lists its slopes, since all do or none, and for level axes. */
static draw_error settle(page *p, double height)
{
    const int most = 3; /* a margin may change the ticks, and these the margins */
    const canvas empty = *p->out;
    bool again = true;
    draw_error error = DRAW_OK;
    for (int times = 0; again && !error; times++) {
        bool before = p->listed;
        canvas_free(p->out);
        *p->out = empty;
        error = add_panels(p, height);
        bool changed = times < most && align(p);
        again = p->listed != before || changed;
    }
    return error;
}

draw_error layout_page(const figure *f, const theme *t, text_font font, double width, double height,
                       bool grow, canvas *out)
{
    if (!f->n_panels)
        return layout_figure(f, t, font, width, height, grow, out);
    layout_margins *margins = calloc(2 * f->n_panels, sizeof *margins);
    page p = {f, t, font, grow, false, margins, margins + f->n_panels, out};
    *out = (canvas){.width = width, .paper = t->paper};
    draw_error error = margins ? settle(&p, height) : DRAW_NO_MEMORY;
    free(margins);
    return error;
}
