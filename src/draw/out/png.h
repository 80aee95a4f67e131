/* What a PNG file says about itself: title, program, recipe, resolution. */
#pragma once

#include "draw/out/metadata.h"

/* Appends the PNG file `in` to out, with tEXt chunks (Title, Description, Software, debias) and its
 * resolution after the header. */
void png_describe(const bytes *in, const out_metadata *data, double dpi, bytes *out);
