/* A cell is 6 points wide and 12 high, a braille dot takes 3 x 3. Lines set dots; the frame's lines
 * set the sides through which they leave a cell, which choose its box character. */
#include "draw/out/out_text.h"

#include "draw/layout/layout.h"
#include "draw/symbol.h"
#include "draw/utf8.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { UP = 1, DOWN = 2, LEFT = 4, RIGHT = 8 };

typedef struct cell {
    unsigned code;       /* a character of text or a marker; 0 = none */
    unsigned char dots;  /* of lines: bit 2*row + column */
    unsigned char shade; /* of filled areas, likewise */
    unsigned char sides; /* of the frame */
    canvas_color color;
} cell;

typedef struct grid {
    cell *cells; /* rows * columns */
    size_t columns, rows;
    bool ascii, color;
    layout_shared shared; /* as in layout_panel */
    bool failed;          /* memory ran out while texts were measured */
    const figure *figure;
} grid;

/* Whether point i of many is not drawn any more. */
static bool stops(const grid *g, size_t i)
{
    enum { BETWEEN_LOOKS = 1024 };
    return i % BETWEEN_LOOKS == 0 && figure_interrupted(g->figure);
}

static const double cell_w = 6, cell_h = 12, dot = 3;

/* The cell that holds the point, or NULL outside of the grid. */
static cell *cell_at(const grid *g, double x, double y)
{
    double column = floor(x / cell_w), row = floor(y / cell_h);
    if (column < 0 || row < 0 || column >= (double)g->columns || row >= (double)g->rows)
        return NULL;
    return &g->cells[(size_t)row * g->columns + (size_t)column];
}

static unsigned char dot_bit(double x, double y)
{
    int column = (int)floor(x / dot) % 2, row = (int)floor(y / dot) % 4;
    return (unsigned char)(1 << (2 * row + column));
}

static void set_dot(const grid *g, double x, double y, canvas_color color)
{
    cell *at = cell_at(g, x, y);
    if (!at)
        return;
    at->dots |= dot_bit(x, y);
    at->color = color;
}

/* Raised characters that UTF-8 has; 0 for the others. */
static unsigned superscript(unsigned code)
{
    static const unsigned digits[] = {0x2070, 0xb9,   0xb2,   0xb3,   0x2074,
                                      0x2075, 0x2076, 0x2077, 0x2078, 0x2079};
    if (code >= '0' && code <= '9')
        return digits[code - '0'];
    if (code == 0x2212 || code == '-')
        return 0x207b;
    if (code == '+')
        return 0x207a;
    return code == 'n' ? 0x207f : 0;
}

/* Lowered characters that UTF-8 has; 0 for the others. */
static unsigned subscript(unsigned code)
{
    if (code >= '0' && code <= '9')
        return 0x2080 + code - '0';
    if (code == 0x2212 || code == '-')
        return 0x208b;
    return code == '+' ? 0x208a : 0;
}

/* The character raised (1), lowered (-1) or as it is; 0 where UTF-8 has none. */
static unsigned shifted(int raise, unsigned code)
{
    if (raise == 0)
        return code;
    return raise > 0 ? superscript(code) : subscript(code);
}

/* ASCII for a character beyond it. */
static const char *transliterate(unsigned code)
{
    static const struct {
        unsigned code;
        const char *text;
    } table[] = {
        {0x2212, "-"},    {0xd7, "x"},      {0xb1, "+/-"},     {0x2264, "<="},    {0x2265, ">="},
        {0xb7, "."},      {0x2013, "-"},    {0x2014, "-"},     {0x2016, "||"},    {0x2018, "'"},
        {0x2019, "'"},    {0x201c, "\""},   {0x201d, "\""},    {0x2026, "..."},   {0xb2, "^2"},
        {0xb3, "^3"},     {0xb5, "u"},      {0x2207, "grad "}, {0x3b1, "alpha"},  {0x3b2, "beta"},
        {0x3b3, "gamma"}, {0x3b5, "eps"},   {0x3b7, "eta"},    {0x3bb, "lambda"}, {0x3bc, "mu"},
        {0x3be, "xi"},    {0x3c0, "pi"},    {0x3c3, "sigma"},  {0x221e, "inf"},   {0x221a, "sqrt"},
        {0x2202, "d"},    {0x2211, "sum "}, {0x222b, "int "},  {0x2113, "l"},     {0x22c6, "*"},
        {0x2260, "!="},   {0x2248, "~"},    {0x223c, "~"},     {0x221d, "~"},     {0x2192, "->"},
        {0x2190, "<-"},   {0x27e8, "<"},    {0x27e9, ">"},     {0x2032, "'"},     {0x2020, "+"},
    };
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        if (table[i].code == code)
            return table[i].text;
    const char *name = symbol_name(code);
    return name ? name : "?";
}

/* Whether there is a raised or lowered character for each of the run. */
static bool all_shifted(int raise, const char *utf8, const char *end)
{
    bool all = true;
    while (all && utf8 < end)
        all = shifted(raise, utf8_next(&utf8)) != 0;
    return all;
}

/* Appends a run of text as the display can show it. */
static void show_run(bool ascii, int raise, const char *utf8, size_t n, bytes *out)
{
    const char *end = utf8 + n;
    bool small = !ascii && all_shifted(raise, utf8, end);
    if (raise && !small)
        bytes_char(out, raise > 0 ? '^' : '_');
    while (utf8 < end) {
        unsigned code = utf8_next(&utf8);
        if (small)
            code = shifted(raise, code);
        if (ascii && code >= 0x80)
            bytes_text(out, transliterate(code));
        else if (code >= ' ')
            utf8_add(out, code);
    }
}

static double width(void *self, canvas_face face, const char *utf8, size_t n)
{
    grid *g = self;
    bytes shown = {0};
    double count = 0;
    show_run(g->ascii, face.raise, utf8, n, &shown);
    g->failed = g->failed || shown.failed;
    for (const char *at = shown.data; at && *at; count++)
        utf8_next(&at);
    bytes_free(&shown);
    return count * cell_w;
}

static bool has(void *self, bool bold, unsigned code)
{
    const grid *g = self;
    (void)bold;
    return !g->ascii || strcmp(transliterate(code), "?") != 0;
}

static void draw_text(const grid *g, const canvas_item *item, const double *xy, const char *utf8,
                      bytes *scratch)
{
    double x = (floor(xy[0] / cell_w + 0.5) + 0.5) * cell_w, y = xy[1] - 0.36 * cell_h;
    scratch->n = 0;
    show_run(g->ascii, item->face.raise, utf8, strlen(utf8), scratch);
    for (const char *at = scratch->data; scratch->n && *at; x += cell_w) {
        unsigned code = utf8_next(&at);
        cell *c = cell_at(g, x, y);
        if (c)
            *c = (cell){.code = code};
    }
}

static void draw_marker(const grid *g, const canvas_item *item, const double *xy)
{
    static const unsigned full[] = {0x25cf, 0x25a0, 0x25b2, 0x25c6, 0x25bc, 0xd7, '+'};
    static const unsigned hollow[] = {0x25cb, 0x25a1, 0x25b3, 0x25c7, 0x25bd, 0xd7, '+'};
    static const unsigned full_plain[] = {'o', '#', 'A', '*', 'V', 'x', '+'};
    static const unsigned hollow_plain[] = {'O', 'H', '^', '%', 'v', 'x', '+'};
    cell *c = cell_at(g, xy[0], xy[1]);
    if (!c)
        return;
    bool filled = item->fill == item->pen.color;
    if (g->ascii)
        c->code = (filled ? full_plain : hollow_plain)[item->shape];
    else
        c->code = (filled ? full : hollow)[item->shape];
    c->color = item->pen.color;
}

/* Dots along the line, with its dashes. */
static void draw_line(const grid *g, const canvas_item *item, const double *xy)
{
    double lengths[4], along = 0, period = 0;
    size_t n = canvas_dash_lengths(item->pen.dash, item->pen.width, lengths);
    for (size_t i = 0; i < n; i++)
        period += lengths[i];
    for (size_t i = 0; i + 1 < item->n && !stops(g, i); i++) {
        double dx = xy[2 * i + 2] - xy[2 * i], dy = xy[2 * i + 3] - xy[2 * i + 1];
        double steps = ceil(fmax(fabs(dx), fabs(dy)) / dot), stretch = sqrt(dx * dx + dy * dy);
        for (double k = 0; k <= steps; k++) {
            double t = steps > 0 ? k / steps : 0, phase = n ? fmod(along + t * stretch, period) : 0;
            size_t part = 0;
            while (n && phase >= lengths[part] && part + 1 < n)
                phase -= lengths[part++];
            if (part % 2 == 0)
                set_dot(g, xy[2 * i] + t * dx, xy[2 * i + 1] + t * dy, item->pen.color);
        }
        along += stretch;
    }
}

/* Marks the sides of the cells through which a level or upright stretch of the frame runs. */
static void draw_rule(const grid *g, const canvas_item *item, const double *xy)
{
    for (size_t i = 0; i + 1 < item->n; i++) {
        double x = xy[2 * i], y = xy[2 * i + 1], dx = xy[2 * i + 2] - x, dy = xy[2 * i + 3] - y;
        bool level = fabs(dx) > fabs(dy);
        double step = (level ? cell_w : cell_h) / 2, length = level ? fabs(dx) : fabs(dy);
        bool forward = level ? dx > 0 : dy > 0;
        unsigned char ahead = level ? RIGHT : DOWN, back = level ? LEFT : UP;
        unsigned char leave = forward ? ahead : back, enter = forward ? back : ahead;
        for (int k = 0; k * step < length - 0.01; k++) {
            double at = (k + 0.5) * step / length;
            cell *c = cell_at(g, x + at * dx, y + at * dy);
            if (c) /* from the middle of a cell: out of it, into the next, .. */
                c->sides |= k % 2 ? enter : leave;
        }
    }
}

/* Every eighth dot inside the polygon; very light areas are left out. */
static void draw_polygon(const grid *g, const canvas_item *item, const double *xy)
{
    if ((item->pen.color & 0xff) < 0x20)
        return;
    for (size_t i = 0; i < 2 * g->rows && !figure_interrupted(g->figure);
         i++) /* two rows of dots in four, two columns apart */
        for (size_t j = 0; j < g->columns / 2; j++) {
            double x = (double)(4 * j + 2 * (i % 2)) * dot + 1, y = (double)(2 * i) * dot + 1;
            cell *c = canvas_inside(xy, item->n, x, y) ? cell_at(g, x, y) : NULL;
            if (c)
                c->shade |= dot_bit(x, y);
        }
}

static void draw(const grid *g, const canvas *c, bytes *scratch)
{
    for (const canvas_item *item = c->items; item < c->items + c->n; item++) {
        const double *xy = &c->xy[2 * item->first];
        if (stops(g, (size_t)(item - c->items)))
            return;
        if (item->kind == CANVAS_POLYGON)
            draw_polygon(g, item, xy);
        else if (item->kind == CANVAS_MARKER)
            for (size_t i = 0; i < item->n && !stops(g, i); i++)
                draw_marker(g, item, &xy[2 * i]);
        else if (item->kind == CANVAS_TEXT)
            draw_text(g, item, xy, c->text.data + item->text, scratch);
        else if (item->pen.rule)
            draw_rule(g, item, xy);
        else
            draw_line(g, item, xy);
    }
}

/* The ASCII character that looks most like the dots: high, low, in the middle, both. */
static unsigned ascii_dots(unsigned dots)
{
    if (!(dots & 0xc3))
        return '-';
    if (!(dots & 0xf0))
        return '\'';
    return !(dots & 0x0f) ? '.' : ':';
}

/* Dots numbered row by row to braille's order, which goes down the columns and ends with the lowest
 * row. */
static unsigned braille(unsigned dots)
{
    static const unsigned char order[] = {0, 3, 1, 4, 2, 5, 6, 7};
    unsigned code = 0x2800;
    for (int i = 0; i < 8; i++)
        code |= (dots >> i & 1) << order[i];
    return code;
}

static unsigned frame(const grid *g, unsigned sides)
{
    static const unsigned boxes[] = {' ',    0x2502, 0x2502, 0x2502, 0x2500, 0x2518,
                                     0x2510, 0x2524, 0x2500, 0x2514, 0x250c, 0x251c,
                                     0x2500, 0x2534, 0x252c, 0x253c};
    if (!g->ascii)
        return boxes[sides];
    if (sides % 4 == 0)
        return '-';
    return sides < 4 ? '|' : '+';
}

/* Text and markers stand before lines, lines before the frame, the frame before shading. */
static unsigned character(const grid *g, const cell *c)
{
    if (c->code)
        return c->code;
    if (c->dots)
        return g->ascii ? ascii_dots(c->dots) : braille(c->dots | c->shade);
    if (c->sides)
        return frame(g, c->sides);
    if (!c->shade)
        return ' ';
    return g->ascii ? '`' : braille(c->shade);
}

/* The colour's place in the 6 x 6 x 6 cube of terminals with 256 colours. */
static int terminal_color(canvas_color color)
{
    int red = (int)(color >> 24), green = (int)(color >> 16 & 0xff),
        blue = (int)(color >> 8 & 0xff);
    return 16 + 36 * ((red + 25) / 51) + 6 * ((green + 25) / 51) + (blue + 25) / 51;
}

static void write_row(const grid *g, const cell *row, bytes *out)
{
    canvas_color now = 0;
    size_t n = g->columns;
    while (n && character(g, &row[n - 1]) == ' ')
        n--;
    for (const cell *c = row; c < row + n; c++) {
        canvas_color color = g->color && character(g, c) != ' ' ? c->color : 0;
        if (color != now && color)
            bytes_print(out, "\033[38;5;%dm", terminal_color(color));
        else if (color != now)
            bytes_text(out, "\033[0m");
        now = color;
        utf8_add(out, character(g, c));
    }
    bytes_text(out, now ? "\033[0m\n" : "\n");
}

/* Lays out part of the figure on a canvas for the cells. */
typedef draw_error layout_part(const figure *f, grid *g, canvas *out);

static text_font cell_font(grid *g)
{
    return (text_font){width, g, has};
}

static draw_error layout_all(const figure *f, grid *g, canvas *out)
{
    return layout_panel(f, theme_cells(), cell_font(g), cell_w * (double)g->columns,
                        cell_h * (double)g->rows, false, &g->shared, out);
}

static draw_error layout_title(const figure *f, grid *g, canvas *out)
{
    return layout_head(f, theme_cells(), cell_font(g), cell_w * (double)g->columns, out);
}

static draw_error layout_legend(const figure *f, grid *g, canvas *out)
{
    return layout_key(f, theme_cells(), cell_font(g), cell_w * (double)g->columns, out);
}

static draw_error layout_caption(const figure *f, grid *g, canvas *out)
{
    return layout_notes(f, theme_cells(), cell_font(g), cell_w * (double)g->columns, out);
}

/* Draws the part in as many rows as it takes. */
static draw_error draw_part(const figure *f, const text_page *page, layout_part *part, bool *listed,
                            bytes *out)
{
    grid g = {NULL,        page->columns,       page->rows, page->ascii,
              page->color, {.listed = *listed}, false,      f};
    canvas c = {0};
    bytes scratch = {0};
    draw_error error = part(f, &g, &c);
    *listed = g.shared.listed;
    g.rows = (size_t)ceil(c.height / cell_h - 0.01);
    g.cells = error ? NULL : calloc(g.columns * g.rows + 1, sizeof(cell));
    error = g.failed || c.failed || (!error && !g.cells) ? DRAW_NO_MEMORY : error;
    if (!error) {
        draw(&g, &c, &scratch);
        out->failed = out->failed || scratch.failed;
        for (size_t i = 0; i < g.rows; i++)
            write_row(&g, g.cells + i * g.columns, out);
        error = figure_interrupted(f) ? DRAW_INTERRUPTED : DRAW_OK;
    }
    canvas_free(&c);
    bytes_free(&scratch);
    free(g.cells);
    return draw_outcome(error, out);
}

/* Panels stand below one another: characters are too coarse for less than the whole width. */
static draw_error draw_panels(const figure *f, const text_page *page, bool *listed, bytes *out)
{
    draw_error error = DRAW_OK;
    for (size_t i = 0; i < f->n_panels && !error; i++) {
        figure panel = figure_panel(f, i);
        error = draw_part(&panel, page, layout_all, listed, out);
    }
    return error;
}

draw_error out_text(const figure *f, const text_page *page, bytes *out)
{
    bool listed = false, before;
    if (!f->n_panels)
        return draw_part(f, page, layout_all, &listed, out);
    draw_error error = draw_part(f, page, layout_title, &listed, out);
    size_t first = out->n;
    do { /* again when a later panel lists its slopes: all do, or none */
        before = listed;
        out->n = first;
        error = error ? error : draw_panels(f, page, &listed, out);
    } while (!error && listed != before);
    error = error ? error : draw_part(f, page, layout_legend, &listed, out);
    return error ? error : draw_part(f, page, layout_caption, &listed, out);
}
