/* Figures: whether they are interrupted, and how drawing ends. */
#include "figure.h"

bool figure_interrupted(const figure *f)
{
    return f->interrupt && *f->interrupt;
}

figure figure_panel(const figure *f, size_t i)
{
    figure panel = f->panels[i];
    panel.interrupt = f->interrupt;
    panel.left_out = f->left_out;
    panel.watch = f->watch;
    if (f->legend == LEGEND_SHARED) {
        panel.legend = LEGEND_SHARED;
        panel.parent = f;
    }
    return panel;
}

size_t figure_rows(const figure *f)
{
    return f->n_panels ? (f->n_panels + f->across - 1) / f->across : 1;
}

draw_error draw_outcome(draw_error error, const bytes *out)
{
    return error == DRAW_OK && out->failed ? DRAW_NO_MEMORY : error;
}
