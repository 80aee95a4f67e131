/* Figures on a character display: curves in braille dots or ASCII, every label as real text. */
#pragma once

#include "draw/figure.h"

typedef struct text_page {
    size_t columns, rows;
    bool ascii; /* else UTF-8: braille, box characters, raised digits */
    bool color; /* with ANSI colours */
} text_page;

/* Appends rows lines of at most that many columns. */
draw_error out_text(const figure *f, const text_page *page, bytes *out);
