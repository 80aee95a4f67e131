/* What an SVG file says about itself, and ids that do not depend on what was drawn before. */
#pragma once

#include "draw/out/metadata.h"

/* Appends the SVG file `in` to out, without its XML declaration, which says what is so without it
 * and which no HTML page may hold, but with <title>, <desc> and <metadata> (creator and recipe) and
 * with the ids of surfaces numbered from 1 on; `brief`: with two decimals in its paths. */
void svg_describe(const bytes *in, const out_metadata *data, bool brief, bytes *out);
