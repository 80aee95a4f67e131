/* Figures: whether they are interrupted, and how drawing ends. */
#include "figure.h"

bool figure_interrupted(const figure *f)
{
    return f->interrupt && *f->interrupt;
}

draw_error draw_outcome(draw_error error, const bytes *out)
{
    return error == DRAW_OK && out->failed ? DRAW_NO_MEMORY : error;
}
