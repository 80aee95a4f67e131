/* A figure that is redrawn goes back over its own lines, unless the window has changed. */
#include "terminal/screen.h"

#include "draw/out/out_text.h"
#include "engine/machine/size.h"
#include "terminal/out_kitty.h"
#include "terminal/out_terminal.h"
#include "terminal/output.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <unistd.h>

enum { MOST_COLUMNS = 100, MOST_ROWS = 28 };
static const double flattest = 16 / 9.0, steepest = 3 / 4.0;

/* Some lines of what stood there before stay in sight. */
static size_t rows_for(const display *d)
{
    return at_most(d->rows - d->rows / 8, MOST_ROWS);
}

/* The last column stays free: terminals differ in what they do when it is filled. */
static size_t columns_for(const display *d)
{
    return d->columns > 1 ? at_most(d->columns - 1, MOST_COLUMNS) : 1;
}

/* As wide as the window where that is not too flat. */
static picture_place place_for(const display *d)
{
    picture_place place = {columns_for(d), at_most(rows_for(d), KITTY_ROWS), 0, d->tmux};
    double cell_width = (double)d->cell_width, cell_height = (double)d->cell_height;
    double width = (double)place.columns * cell_width, height = (double)place.rows * cell_height;
    place.columns = at_most(place.columns, (size_t)floor(flattest * height / cell_width) + 1);
    place.rows = at_most(place.rows, (size_t)floor(steepest * width / cell_height) + 1);
    return place;
}

/* A name that no other image on the terminal has, with some luck: other programs are there, too. */
static unsigned new_id(void)
{
    static unsigned count;
    return picture_id(((unsigned)getpid() * 97 + count++) % PICTURE_IDS);
}

static draw_error draw_picture(const figure *f, const display *d, screen *now, bytes *out)
{
    static const terminal_protocol protocols[] = {[DISPLAY_KITTY] = PROTOCOL_KITTY,
                                                  [DISPLAY_ITERM] = PROTOCOL_ITERM,
                                                  [DISPLAY_SIXEL] = PROTOCOL_SIXEL};
    size_t colors = d->replies.colors;
    terminal_page page = {protocols[d->kind], d->replies.dark ? THEME_DARK : THEME_PAPER,
                          place_for(d),       d->cell_width,
                          d->cell_height,     colors >= 2 && colors < 256 ? colors : 256};
    now->id = now->id ? now->id : new_id();
    page.place.id = now->id;
    now->lines = page.place.rows;
    return out_terminal(f, &page, out);
}

/* Appends the lines of the text, each erasing what stood there before. */
static void add_lines(const bytes *text, bool moves, bytes *out)
{
    for (const char *at = text->data; *at; at++) {
        if (*at == '\n' && moves)
            bytes_text(out, "\033[K");
        bytes_char(out, *at);
    }
}

static size_t lines_of(const bytes *text)
{
    size_t n = 0;
    for (size_t i = 0; i < text->n; i++)
        n += text->data[i] == '\n';
    return n;
}

static draw_error draw_text(const figure *f, const display *d, bool over, screen *now, bytes *out)
{
    text_page page = {columns_for(d), rows_for(d), d->kind != DISPLAY_BRAILLE, display_has_color()};
    bytes text = {0};
    draw_error error = out_text(f, &page, &text);
    if (!error)
        add_lines(&text, over, out);
    now->lines = lines_of(&text);
    bytes_free(&text);
    return error;
}

draw_error screen_draw(const figure *f, const display *d, screen *last, bytes *out)
{
    screen now = {.columns = d->columns, .rows = d->rows, .id = last ? last->id : 0};
    bool over = last && d->moves && last->columns == now.columns && last->rows == now.rows;
    size_t start = out->n;
    if (over)
        bytes_print(out, "\r\033[%zuA", last->lines);
    draw_error error = display_shows_pictures(d->kind) ? draw_picture(f, d, &now, out)
                                                       : draw_text(f, d, over, &now, out);
    if (error)
        out->n = start;
    else if (last)
        *last = now;
    return error;
}

void screen_write(const bytes *out, bool interrupted)
{
    size_t written = 0;
    output_flush();
    while (written < out->n) {
        ssize_t n = write(STDOUT_FILENO, out->data + written, out->n - written);
        if (n < 0 && errno != EINTR)
            break;
        written += n > 0 ? (size_t)n : 0;
    }
    fwrite(out->data + written, 1, out->n - written, stdout); /* which remembers that it failed */
    if (interrupted && isatty(STDOUT_FILENO))                 /* it may have cut a sequence off */
        fputs("\033\\\033[0m", stdout);
    output_flush();
}
