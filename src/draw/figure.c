/* What a figure knows of itself. */
#include "figure.h"

bool figure_interrupted(const figure *f)
{
    return f->interrupt && *f->interrupt;
}
