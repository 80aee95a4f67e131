/* What a PNG file says about itself: title, program, recipe, resolution. */
#ifndef DEBIAS_DRAW_PNG_H
#define DEBIAS_DRAW_PNG_H

#include "draw/out/record.h"

/* Appends the PNG file `in` to out, with tEXt chunks (Title, Description, Software, debias) and its
 * resolution after the header. */
void png_describe(const bytes *in, const out_record *record, double dpi, bytes *out);

#endif
