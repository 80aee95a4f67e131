/* Figures as PDF, SVG and PNG. The same input gives the same bytes. */
#pragma once

#include <stdbool.h>

#include "draw/layout/document.h"
#include "draw/out/metadata.h"

/* FORMAT_RGB: rows of 3 bytes a pixel, of the picture in a PNG file. FORMAT_LIST: the display list
 * as text, measured as for the others. FORMAT_PGFPLOTS, FORMAT_GNUPLOT: source of these programs.
 */
typedef enum out_format {
    FORMAT_PDF,
    FORMAT_SVG,
    FORMAT_PNG,
    FORMAT_PGFPLOTS,
    FORMAT_GNUPLOT,
    FORMAT_RGB,
    FORMAT_LIST
} out_format;

/* Appends the file to out. data: may be NULL for FORMAT_PNG, which then says nothing about
 * itself; not used for FORMAT_RGB and FORMAT_LIST. */
draw_error out_cairo(const figure *f, const figure_page *page, out_format format,
                     const out_metadata *data, bytes *out);

/* Appends a PDF file of a document's parts on as many pages as they need. */
draw_error out_cairo_document(const document *d, const out_metadata *data, bytes *out);

/* Whether the font is there that all text is drawn with; another one takes its place else. */
draw_error out_cairo_has_font(bool *has);
