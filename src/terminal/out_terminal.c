/* Room is made before, by going down line by line, for terminals differ in what they do when a
 * picture reaches below the last line, and in where it leaves the cursor. */
#include "terminal/out_terminal.h"

#include "draw/theme.h"
#include "draw/out/out_cairo.h"
#include "terminal/out_iterm.h"
#include "terminal/out_kitty.h"
#include "terminal/out_sixel.h"

/* A line of text, in ems of the figure's font, is about as high as a cell. */
static const double em_per_cell = 0.7;
static const double points_per_inch = 72, mm_per_inch = 25.4;

/* iTerm2's cells are larger than it reports on screens of high density. */
static double density(terminal_protocol protocol)
{
    return protocol == PROTOCOL_ITERM ? 2 : 1;
}

/* The page whose picture has as many pixels as the cells, with text of the terminal's size. */
static figure_page page_of(const terminal_page *page)
{
    double em = em_per_cell * (double)page->cell_height; /* in pixels */
    double dpi = em * points_per_inch / theme_get(page->theme)->font_pt;
    double mm = mm_per_inch / dpi;
    return (figure_page){page->theme, (double)(page->place.columns * page->cell_width) * mm,
                         (double)(page->place.rows * page->cell_height) * mm,
                         dpi * density(page->protocol)};
}

static void put(const bytes *drawn, const terminal_page *page, bytes *out)
{
    if (page->protocol == PROTOCOL_KITTY) {
        out_kitty(drawn, &page->place, out);
    } else if (page->protocol == PROTOCOL_ITERM) {
        out_iterm(drawn, &page->place, out);
    } else {
        picture_pixels pixels = {page->place.columns * page->cell_width,
                                 page->place.rows * page->cell_height,
                                 (const unsigned char *)drawn->data};
        out_sixel(&pixels, page->colors, &page->place, out);
    }
}

draw_error out_terminal(const figure *f, const terminal_page *page, bytes *out)
{
    figure_page paper = page_of(page);
    bytes drawn = {0};
    bool moves = page->protocol == PROTOCOL_KITTY && page->place.tmux; /* to below the picture */
    out_format format = page->protocol == PROTOCOL_SIXEL ? FORMAT_RGB : FORMAT_PNG;
    draw_error error = out_cairo(f, &paper, format, NULL, &drawn);
    if (!error) {
        for (size_t i = 0; i < page->place.rows && !moves; i++)
            bytes_char(out, '\n');
        if (!moves)
            bytes_print(out, "\033[%zuA\0337", page->place.rows);
        put(&drawn, page, out);
        if (!moves)
            bytes_print(out, "\0338\033[%zuB", page->place.rows);
    }
    bytes_free(&drawn);
    return draw_outcome(error, out);
}
