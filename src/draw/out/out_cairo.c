/* Draws the display list on one of cairo's surfaces. */
#include "draw/out/out_cairo.h"

#include "draw/layout/crowd.h"
#include "draw/layout/layout.h"
#include "draw/out/cairo_calls.h"
#include "draw/out/cairo_faces.h"
#include "draw/out/pdf.h"
#include "draw/out/png.h"
#include "draw/out/svg.h"
#include "draw/source/source.h"
#include "draw/utf8.h"
#include "engine/machine/memory.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const cairo_calls *cairo; /* found before any of what follows is called */

static const double points_per_mm = 72 / 25.4;
static const double most_pixels = 32767; /* cairo's limit for a side */
static const char fixed_date[] = "2000-01-01T00:00:00Z";

/* Finds the library and its fonts, the first time; libraries crash that have no room to start. */
static draw_error start(void)
{
    static const double libraries = 16e6;
    draw_error error = cairo || memory_has(libraries) ? cairo_find(&cairo) : DRAW_NO_MEMORY;
    return error ? error : cairo_faces_open(cairo);
}

static void set_color(cairo_t *cr, canvas_color color)
{
    cairo->set_source_rgba(cr, (color >> 24) / 255.0, (color >> 16 & 0xff) / 255.0,
                           (color >> 8 & 0xff) / 255.0, (color & 0xff) / 255.0);
}

/* Unhinted outlines: the same widths at every size and on every surface. */
static void set_face(cairo_t *cr, canvas_face face)
{
    cairo_faces_set(cairo, cr, face);
    cairo->set_font_size(cr, face.size);
    cairo_font_options_t *options = cairo->font_options_create();
    cairo->font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE);
    cairo->font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF);
    cairo->font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY);
    cairo->set_font_options(cr, options);
    cairo->font_options_destroy(options);
}

/* What texts are measured with. Once memory has run out widths are 0, and the layout that is made
 * with them is of no use. */
typedef struct ruler {
    cairo_surface_t *surface;
    cairo_t *cr;
    bool failed;
} ruler;

static ruler ruler_open(void)
{
    ruler r = {.surface = cairo->image_surface_create(CAIRO_FORMAT_A8, 1, 1)};
    r.cr = cairo->create(r.surface);
    return r;
}

/* Returns the error of what was done with it, or that memory ran out. */
static draw_error ruler_close(ruler *r, draw_error error)
{
    bool failed = r->failed || cairo->status(r->cr);
    cairo->destroy(r->cr);
    cairo->surface_destroy(r->surface);
    return failed ? DRAW_NO_MEMORY : error;
}

static double width(void *self, canvas_face face, const char *utf8, size_t n)
{
    ruler *r = self;
    char *text = malloc(n + 1);
    cairo_text_extents_t extents = {0};
    r->failed = r->failed || !text;
    if (!text)
        return 0;
    memcpy(text, utf8, n);
    text[n] = 0;
    set_face(r->cr, face);
    cairo->text_extents(r->cr, text, &extents);
    free(text);
    return extents.x_advance;
}

/* Glyph 0 is the box shown for a missing glyph. */
static bool has(void *self, bool bold, unsigned code)
{
    ruler *r = self;
    bytes utf8 = {0};
    cairo_glyph_t *glyphs = NULL;
    int n = 0;
    utf8_add(&utf8, code);
    set_face(r->cr, (canvas_face){.size = 10, .bold = bold});
    cairo_status_t status =
        utf8.failed
            ? CAIRO_STATUS_NO_MEMORY
            : cairo->scaled_font_text_to_glyphs(cairo->get_scaled_font(r->cr), 0, 0, utf8.data,
                                                (int)utf8.n, &glyphs, &n, NULL, NULL, NULL);
    r->failed = r->failed || status == CAIRO_STATUS_NO_MEMORY;
    bool found = status || n == 0 || glyphs[0].index != 0;
    cairo->glyph_free(glyphs);
    bytes_free(&utf8);
    return found;
}

/* A piece ends before a point with a NaN. */
static void draw_path(cairo_t *cr, const double *xy, size_t n, bool close)
{
    bool begins = true;
    for (size_t i = 0; i < n; i++) {
        bool gap = isnan(xy[2 * i]);
        if (gap && close)
            cairo->close_path(cr);
        else if (!gap && begins)
            cairo->move_to(cr, xy[2 * i], xy[2 * i + 1]);
        else if (!gap)
            cairo->line_to(cr, xy[2 * i], xy[2 * i + 1]);
        begins = gap;
    }
    if (close)
        cairo->close_path(cr);
}

static cairo_line_cap_t line_cap(canvas_pen pen)
{
    if (pen.rule)
        return CAIRO_LINE_CAP_SQUARE;
    return pen.round ? CAIRO_LINE_CAP_ROUND : CAIRO_LINE_CAP_BUTT;
}

static void draw_line(cairo_t *cr, const canvas_item *item, const double *xy)
{
    double lengths[4];
    set_color(cr, item->pen.color);
    cairo->set_line_width(cr, item->pen.width);
    size_t n = canvas_dash_lengths(item->pen.dash, item->pen.width, lengths);
    cairo->set_dash(cr, lengths, (int)n, 0);
    cairo->set_line_cap(cr, line_cap(item->pen));
    draw_path(cr, xy, item->n, false);
    cairo->stroke(cr);
}

static void draw_polygon(cairo_t *cr, const canvas_item *item, const double *xy)
{
    set_color(cr, item->pen.color);
    draw_path(cr, xy, item->n, true);
    cairo->fill(cr);
}

static void marker_path(cairo_t *cr, canvas_shape shape, double x, double y, double r)
{
    double corners[8];
    if (!canvas_marker_corners(shape, corners)) {
        cairo->new_sub_path(cr);
        cairo->arc(cr, x, y, r, 0, 2 * acos(-1));
        return;
    }
    bool strokes = shape == SHAPE_CROSS || shape == SHAPE_PLUS;
    for (int i = 0; i < 4; i++) {
        double to_x = x + r * corners[2 * i], to_y = y + r * corners[2 * i + 1];
        if (i == 0 || (strokes && i == 2))
            cairo->move_to(cr, to_x, to_y);
        else
            cairo->line_to(cr, to_x, to_y);
    }
}

/* Many discs of one colour, as strokes without length that have round ends: a tenth of the bytes.
 */
static void draw_dots(cairo_t *cr, const canvas_item *item, const double *xy)
{
    set_color(cr, item->pen.color);
    cairo->set_dash(cr, NULL, 0, 0);
    cairo->set_line_width(cr, item->size);
    cairo->set_line_cap(cr, CAIRO_LINE_CAP_ROUND);
    for (size_t i = 0; i < item->n; i++) {
        cairo->move_to(cr, xy[2 * i], xy[2 * i + 1]);
        cairo->line_to(cr, xy[2 * i], xy[2 * i + 1]);
    }
    cairo->stroke(cr);
    cairo->set_line_cap(cr, CAIRO_LINE_CAP_BUTT);
}

static void draw_marker(cairo_t *cr, const canvas_item *item, const double *xy)
{
    bool strokes = item->shape == SHAPE_CROSS || item->shape == SHAPE_PLUS;
    if (item->n > 1 && item->shape == SHAPE_CIRCLE && item->fill == item->pen.color) {
        draw_dots(cr, item, xy);
        return;
    }
    for (size_t i = 0; i < item->n; i++) {
        marker_path(cr, item->shape, xy[2 * i], xy[2 * i + 1], (item->size - item->pen.width) / 2);
        if (!strokes)
            cairo->close_path(cr);
    }
    if (!strokes) {
        set_color(cr, item->fill);
        cairo->fill_preserve(cr);
    }
    set_color(cr, item->pen.color);
    cairo->set_line_width(cr, strokes ? 1.5 * item->pen.width : item->pen.width);
    cairo->set_dash(cr, NULL, 0, 0);
    cairo->set_line_join(cr, CAIRO_LINE_JOIN_MITER);
    cairo->stroke(cr);
}

static void draw_text(cairo_t *cr, const canvas_item *item, const double *xy, const char *utf8)
{
    set_color(cr, item->pen.color);
    set_face(cr, item->face);
    cairo->save(cr);
    cairo->translate(cr, xy[0], xy[1]);
    if (item->face.up)
        cairo->rotate(cr, -acos(-1) / 2);
    cairo->move_to(cr, 0, 0);
    cairo->show_text(cr, utf8);
    cairo->restore(cr);
}

static void draw(cairo_t *cr, const figure *f, const canvas *c)
{
    set_color(cr, c->paper);
    cairo->paint(cr);
    cairo->set_line_join(cr, CAIRO_LINE_JOIN_ROUND);
    for (const canvas_item *item = c->items; item < c->items + c->n && !figure_interrupted(f);
         item++) {
        const double *xy = &c->xy[2 * item->first];
        switch (item->kind) {
        case CANVAS_LINE:
            draw_line(cr, item, xy);
            break;
        case CANVAS_POLYGON:
            draw_polygon(cr, item, xy);
            break;
        case CANVAS_MARKER:
            draw_marker(cr, item, xy);
            break;
        case CANVAS_TEXT:
            draw_text(cr, item, xy, c->text.data + item->text);
            break;
        }
    }
}

static cairo_status_t receive(void *out, const unsigned char *data, unsigned n)
{
    bytes *b = out;
    bytes_add(b, data, n);
    return b->failed ? CAIRO_STATUS_NO_MEMORY : CAIRO_STATUS_SUCCESS;
}

static cairo_surface_t *open_pdf(const canvas *c, const out_metadata *data, bytes *out)
{
    cairo_surface_t *pdf = cairo->pdf_surface_create_for_stream(receive, out, c->width, c->height);
    cairo->pdf_surface_restrict_to_version(pdf, CAIRO_PDF_VERSION_1_5);
    cairo->pdf_surface_set_metadata(pdf, CAIRO_PDF_METADATA_CREATE_DATE, fixed_date);
    cairo->pdf_surface_set_metadata(pdf, CAIRO_PDF_METADATA_MOD_DATE, fixed_date);
    cairo->pdf_surface_set_metadata(pdf, CAIRO_PDF_METADATA_TITLE, data->title);
    cairo->pdf_surface_set_metadata(pdf, CAIRO_PDF_METADATA_CREATOR, data->creator);
    cairo->pdf_surface_set_metadata(pdf, CAIRO_PDF_METADATA_SUBJECT, data->description);
    cairo->pdf_surface_set_metadata(pdf, CAIRO_PDF_METADATA_KEYWORDS, data->recipe);
    return pdf;
}

static cairo_surface_t *open_surface(const canvas *c, out_format format, double dpi,
                                     const out_metadata *data, bytes *out)
{
    if (format == FORMAT_PDF)
        return open_pdf(c, data, out);
    if (format == FORMAT_SVG) {
        cairo_surface_t *svg =
            cairo->svg_surface_create_for_stream(receive, out, c->width, c->height);
        cairo->svg_surface_set_document_unit(svg, CAIRO_SVG_UNIT_PT);
        return svg;
    }
    return cairo->image_surface_create(CAIRO_FORMAT_RGB24, (int)round(c->width * dpi / 72),
                                       (int)round(c->height * dpi / 72));
}

/* Appends the rows of an image surface, red, green and blue for every pixel. */
static void add_pixels(cairo_surface_t *image, bytes *out)
{
    const unsigned char *row = cairo->image_surface_get_data(image);
    int width_px = cairo->image_surface_get_width(image);
    int stride = cairo->image_surface_get_stride(image);
    for (int y = cairo->image_surface_get_height(image); y > 0; y--, row += stride)
        for (int x = 0; x < width_px; x++) {
            uint32_t rgb;
            memcpy(&rgb, row + 4 * x, sizeof rgb);
            bytes_add(out, (const char[]){(char)(rgb >> 16), (char)(rgb >> 8), (char)rgb}, 3);
        }
}

static bool is_image(out_format format)
{
    return format == FORMAT_PNG || format == FORMAT_RGB;
}

/* Takes what the surface holds, as the format has it. */
static cairo_status_t take(cairo_surface_t *surface, out_format format, bytes *raw)
{
    cairo_status_t status = CAIRO_STATUS_SUCCESS;
    if (format == FORMAT_PNG)
        status = cairo->surface_write_to_png_stream(surface, receive, raw);
    cairo->surface_flush(surface);
    if (format == FORMAT_RGB)
        add_pixels(surface, raw);
    cairo->surface_finish(surface);
    return status ? status : cairo->surface_status(surface);
}

/* Whether a failure is one of memory: what the two libraries are given to read and write is right.
 */
static bool is_memory(cairo_status_t status)
{
    return status == CAIRO_STATUS_NO_MEMORY || status == CAIRO_STATUS_PNG_ERROR ||
           status == CAIRO_STATUS_FREETYPE_ERROR;
}

/* Whether there is room for all that cairo takes to draw the pages: where it runs out of memory on
 * its way it may crash. That is its fonts and tables, copies of the points, and the pixels. */
static bool has_room(const canvas *pages, size_t n, double pixels)
{
    const double fonts = 8e6, copies = 40;
    double needed = fonts + 3 * sizeof(uint32_t) * pixels;
    for (size_t i = 0; i < n; i++)
        needed += copies * 2 * sizeof(double) * (double)(pages[i].n_xy + pages[i].n);
    return memory_has(needed);
}

/* Draws on a surface of that format and adds the metadata. */
static draw_error encode(const figure *f, const canvas *c, out_format format, double dpi,
                         const out_metadata *data, bytes *out)
{
    bytes raw = {0};
    if (is_image(format) && fmax(c->width, c->height) * dpi / 72 > most_pixels)
        return DRAW_TOO_LARGE;
    if (!has_room(c, 1, is_image(format) ? c->width * c->height * dpi * dpi / (72 * 72) : 0))
        return DRAW_NO_MEMORY;
    cairo_surface_t *surface = open_surface(c, format, dpi, data, &raw);
    cairo_t *cr = cairo->create(surface);
    if (is_image(format))
        cairo->scale(cr, dpi / 72, dpi / 72);
    draw(cr, f, c);
    cairo_status_t status = cairo->status(cr);
    cairo->destroy(cr);
    status = status ? status : take(surface, format, &raw);
    cairo->surface_destroy(surface);
    if (status == CAIRO_STATUS_SUCCESS && !raw.failed) {
        if (format == FORMAT_PNG && data)
            png_describe(&raw, data, dpi, out);
        else if (format == FORMAT_SVG)
            svg_describe(&raw, data, crowd_in(f), out);
        else
            bytes_add(out, raw.data, raw.n);
    }
    bool memory = raw.failed || out->failed || is_memory(status) ||
                  (!status && format == FORMAT_PDF && !pdf_is_whole(&raw));
    bytes_free(&raw);
    if (figure_interrupted(f))
        return DRAW_INTERRUPTED;
    if (memory)
        return DRAW_NO_MEMORY;
    return status ? DRAW_FAILED : DRAW_OK;
}

static bool is_source(out_format format)
{
    return format == FORMAT_PGFPLOTS || format == FORMAT_GNUPLOT;
}

static const source_language *language_of(out_format format)
{
    return format == FORMAT_PGFPLOTS ? &source_pgfplots : &source_gnuplot;
}

draw_error out_cairo(const figure *f, const figure_page *page, out_format format,
                     const out_metadata *data, bytes *out)
{
    const theme *t = theme_get(page->theme);
    double across = f->n_panels ? (double)f->across : 1, rows = (double)figure_rows(f);
    double w = page->width_mm > 0 ? page->width_mm : across * t->width_mm;
    double h = page->height_mm > 0 ? page->height_mm : rows * t->height_mm;
    canvas c = {0};
    draw_error error = start();
    if (error)
        return error;
    ruler r = ruler_open();
    source words = {0};
    figure watched = *f;
    if (is_source(format))
        watched = source_open(&words, language_of(format), f, t, data);
    error = layout_page(&watched, t, (text_font){width, &r, has}, w * points_per_mm,
                        h * points_per_mm, page->height_mm <= 0, &c);
    if (!error && is_source(format))
        error = source_write(&words, c.width, c.height, out);
    error = ruler_close(&r, error);
    if (!error && format == FORMAT_LIST)
        canvas_write(&c, out);
    else if (!error && !is_source(format))
        error = encode(f, &c, format, page->dpi > 0 ? page->dpi : t->dpi, data, out);
    source_free(&words);
    canvas_free(&c);
    return draw_outcome(error, out);
}

/* Draws the pages, of which there is at least one, into a file; drawn says what interrupts. */
static draw_error encode_pages(const document_pages *pages, const figure *drawn,
                               const out_metadata *data, bytes *out)
{
    if (!has_room(pages->page, pages->n, 0))
        return DRAW_NO_MEMORY;
    cairo_surface_t *pdf = open_pdf(&pages->page[0], data, out);
    cairo_t *cr = cairo->create(pdf);
    for (size_t i = 0; i < pages->n && !figure_interrupted(drawn); i++) {
        draw(cr, drawn, &pages->page[i]);
        cairo->show_page(cr);
    }
    cairo_status_t status = cairo->status(cr);
    cairo->destroy(cr);
    cairo->surface_finish(pdf);
    status = status ? status : cairo->surface_status(pdf);
    cairo->surface_destroy(pdf);
    if (figure_interrupted(drawn))
        return DRAW_INTERRUPTED;
    if (out->failed || is_memory(status) || (!status && !pdf_is_whole(out)))
        return DRAW_NO_MEMORY;
    return status ? DRAW_FAILED : DRAW_OK;
}

draw_error out_cairo_document(const document *d, const out_metadata *data, bytes *out)
{
    document_pages pages = {0};
    draw_error error = start();
    if (error)
        return error;
    ruler r = ruler_open();
    error = ruler_close(&r, document_layout(d, (text_font){width, &r, has}, &pages));
    if (!error && pages.n)
        error = encode_pages(&pages, &(figure){.interrupt = d->interrupt}, data, out);
    document_free(&pages);
    return draw_outcome(error, out);
}

/* By the width of its M, in thousandths: cairo does not say which font it found. */
draw_error out_cairo_has_font(bool *has)
{
    static const double expected = 863;
    draw_error error = start();
    if (error)
        return error;
    ruler r = ruler_open();
    *has = fabs(width(&r, (canvas_face){.size = 1000}, "M", 1) - expected) < 1;
    return ruler_close(&r, DRAW_OK);
}
