/* Cairo's functions, found when the first figure is drawn: the library, with the twenty that it
 * needs itself, takes longer to load than the rest of the program. */
#pragma once

#include <cairo-ft.h>
#include <cairo-pdf.h>
#include <cairo-svg.h>
#include <cairo.h>

#include "draw/figure.h"

/* The one list of those that are called, each without its cairo_. */
#define CAIRO_CALLS(X)                                                                             \
    X(arc)                                                                                         \
    X(close_path)                                                                                  \
    X(create)                                                                                      \
    X(destroy)                                                                                     \
    X(fill)                                                                                        \
    X(fill_preserve)                                                                               \
    X(font_face_status)                                                                            \
    X(font_options_create)                                                                         \
    X(font_options_destroy)                                                                        \
    X(font_options_set_antialias)                                                                  \
    X(font_options_set_hint_metrics)                                                               \
    X(font_options_set_hint_style)                                                                 \
    X(ft_font_face_create_for_ft_face)                                                             \
    X(get_scaled_font)                                                                             \
    X(glyph_free)                                                                                  \
    X(image_surface_create)                                                                        \
    X(image_surface_get_data)                                                                      \
    X(image_surface_get_height)                                                                    \
    X(image_surface_get_stride)                                                                    \
    X(image_surface_get_width)                                                                     \
    X(line_to)                                                                                     \
    X(move_to)                                                                                     \
    X(new_sub_path)                                                                                \
    X(paint)                                                                                       \
    X(pdf_surface_create_for_stream)                                                               \
    X(pdf_surface_restrict_to_version)                                                             \
    X(pdf_surface_set_metadata)                                                                    \
    X(restore)                                                                                     \
    X(rotate)                                                                                      \
    X(save)                                                                                        \
    X(scale)                                                                                       \
    X(scaled_font_text_to_glyphs)                                                                  \
    X(select_font_face)                                                                            \
    X(set_dash)                                                                                    \
    X(set_font_face)                                                                               \
    X(set_font_options)                                                                            \
    X(set_font_size)                                                                               \
    X(set_line_cap)                                                                                \
    X(set_line_join)                                                                               \
    X(set_line_width)                                                                              \
    X(set_source_rgba)                                                                             \
    X(show_page)                                                                                   \
    X(show_text)                                                                                   \
    X(status)                                                                                      \
    X(stroke)                                                                                      \
    X(surface_destroy)                                                                             \
    X(surface_finish)                                                                              \
    X(surface_flush)                                                                               \
    X(surface_status)                                                                              \
    X(surface_write_to_png_stream)                                                                 \
    X(svg_surface_create_for_stream)                                                               \
    X(svg_surface_set_document_unit)                                                               \
    X(text_extents)                                                                                \
    X(translate)

typedef struct cairo_calls {
#define CAIRO_FIELD(name) __typeof__(cairo_##name) *name;
    CAIRO_CALLS(CAIRO_FIELD)
#undef CAIRO_FIELD
} cairo_calls;

/* *out: the functions, or NULL. DRAW_NO_LIBRARY: the library, or one of them, is not there. */
draw_error cairo_find(const cairo_calls **out);
