/* Figures as PDF, SVG and PNG. The same input gives the same bytes. */
#ifndef DEBIAS_DRAW_OUT_CAIRO_H
#define DEBIAS_DRAW_OUT_CAIRO_H

#include "draw/figure.h"
#include "draw/record.h"

/* FORMAT_LIST: the display list as text, measured as for the others. */
typedef enum out_format { FORMAT_PDF, FORMAT_SVG, FORMAT_PNG, FORMAT_LIST } out_format;

/* Appends the file to out. */
draw_error out_cairo(const figure *f, const figure_page *page, out_format format,
                     const out_record *record, bytes *out);

#endif
