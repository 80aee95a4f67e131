/* What --display asks for, else what the terminal answers, else what the environment says of it. */
#include "terminal/display.h"

#include "engine/machine/clock.h"
#include "engine/machine/ranks.h"
#include "terminal/probe.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/ioctl.h>
#include <unistd.h>

enum { LATEST = 5 }; /* seconds that a reply may take */

display_wish display_wanted;
bool display_gives_back;

static bytes typed;
static double owed; /* seconds: when replies are no longer expected */

static const char *variable(const char *name)
{
    const char *value = getenv(name);
    return value ? value : "";
}

static bool starts_with(const char *text, const char *start)
{
    return strncmp(text, start, strlen(start)) == 0;
}

bool display_is_at(int descriptor)
{
    return !ranks_are_joined() && isatty(descriptor);
}

bool display_is_terminal(void)
{
    return display_is_at(STDOUT_FILENO);
}

static bool locale_is_utf8(void)
{
    static const char *const names[] = {"LC_ALL", "LC_CTYPE", "LANG"};
    const char *locale = "";
    for (int i = 0; i < 3 && !*locale; i++)
        locale = variable(names[i]);
    const char *codeset = strchr(locale, '.');
    return codeset &&
           (strncasecmp(codeset, ".utf-8", 6) == 0 || strncasecmp(codeset, ".utf8", 5) == 0);
}

bool display_is_utf8(void)
{
    return display_is_terminal() && locale_is_utf8();
}

/* A terminal that only prints what it gets. */
static bool is_dumb(void)
{
    const char *term = variable("TERM");
    return !*term || strcmp(term, "dumb") == 0;
}

bool display_moves(void)
{
    return display_is_terminal() && !is_dumb();
}

bool display_colors(int descriptor)
{
    if (display_wanted.color != DISPLAY_COLOR_AUTO)
        return display_wanted.color == DISPLAY_COLOR_ALWAYS;
    return !*variable("NO_COLOR") && !is_dumb() && display_is_at(descriptor);
}

bool display_has_color(void)
{
    return display_colors(STDOUT_FILENO);
}

/* In characters, 80 x 24 when unknown, and in pixels, 0 when unknown. */
static struct winsize window(void)
{
    struct winsize size = {0};
    if (!display_is_terminal() || ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0 || !size.ws_col ||
        !size.ws_row)
        size = (struct winsize){.ws_col = 80, .ws_row = 24};
    return size;
}

void display_size(size_t *columns, size_t *rows)
{
    struct winsize size = window();
    *columns = size.ws_col;
    *rows = size.ws_row;
}

static size_t believable(size_t pixels, size_t otherwise)
{
    return pixels >= 4 && pixels <= 200 ? pixels : otherwise;
}

/* The window's size now, else what the terminal said of its cells or window; else the cells are
 * those that sixels were made for. */
static void set_sizes(display *d)
{
    struct winsize size = window();
    const replies *r = &d->replies;
    size_t width = r->cell_width ? r->cell_width : r->width / size.ws_col;
    size_t height = r->cell_height ? r->cell_height : r->height / size.ws_row;
    d->columns = size.ws_col;
    d->rows = size.ws_row;
    d->cell_width = believable(size.ws_xpixel / size.ws_col, believable(width, 10));
    d->cell_height = believable(size.ws_ypixel / size.ws_row, believable(height, 20));
}

static bool in_tmux(void)
{
    return *variable("TMUX") || starts_with(variable("TERM"), "tmux");
}

/* Why the terminal is not asked, NULL when it may be. */
static const char *not_asked(void)
{
    if (!display_is_terminal())
        return "standard output is not a terminal";
    if (!isatty(STDIN_FILENO))
        return "standard input is not a terminal that can be asked";
    if (!*variable("TERM"))
        return "TERM is not set";
    if (is_dumb())
        return "TERM is dumb";
    if (strcmp(variable("TERM"), "linux") == 0)
        return "TERM is linux";
    return NULL;
}

/* Asks once. NULL, or why the terminal was not asked. */
static const char *ask(replies *r)
{
    static replies known;
    static bool asked;
    const char *why = not_asked();
    if (!asked && !why && !display_gives_back && probe_waiting() > 0)
        why = "it was not asked, for you had typed ahead";
    if (!asked && !why) {
        why = probe_terminal(in_tmux(), &known, &typed);
        asked = !why;
        owed = known.attributes || !asked ? 0 : clock_seconds() + LATEST;
    }
    *r = why ? (replies){0} : known;
    return why;
}

/* Whether the terminal bears one of the names of those with iTerm2's protocol. Inside tmux and
 * screen only its own answer counts, because variables may describe the terminal around them. */
static bool is_iterm(const display *d)
{
    const char *name = d->replies.name;
    if (starts_with(name, "iTerm2") || starts_with(name, "WezTerm") || starts_with(name, "mintty"))
        return true;
    if (in_tmux() || starts_with(variable("TERM"), "screen"))
        return false;
    return strcmp(variable("TERM_PROGRAM"), "iTerm.app") == 0 ||
           strcmp(variable("TERM_PROGRAM"), "WezTerm") == 0 ||
           strcmp(variable("LC_TERMINAL"), "iTerm2") == 0;
}

static void choose(display *d, display_kind kind, const char *why)
{
    d->kind = kind;
    snprintf(d->why, sizeof d->why, "%s", why);
}

/* Characters: braille where the locale and the terminal have it. */
static void choose_text(display *d, const char *why)
{
    bool braille = display_is_utf8() && strcmp(variable("TERM"), "linux") != 0;
    d->kind = braille ? DISPLAY_BRAILLE : DISPLAY_ASCII;
    snprintf(d->why, sizeof d->why, "%s%s", why,
             braille || !display_is_terminal() || locale_is_utf8() ? ""
                                                                   : ", its locale is not UTF-8");
}

static void choose_by_answer(display *d)
{
    const replies *r = &d->replies;
    if (r->kitty)
        choose(d, DISPLAY_KITTY, "it answers kitty's question");
    else if (is_iterm(d))
        choose(d, DISPLAY_ITERM, "it goes by a name of iTerm2's protocol");
    else if (r->sixel)
        choose(d, DISPLAY_SIXEL, "its attributes name sixels");
    else if (!r->attributes)
        choose_text(d, "it did not answer within 300 ms");
    else
        choose_text(d, in_tmux() ? "it reports no pictures (for tmux: set -g allow-passthrough on)"
                                 : "it reports no pictures");
}

bool display_shows_pictures(display_kind kind)
{
    return kind == DISPLAY_KITTY || kind == DISPLAY_ITERM || kind == DISPLAY_SIXEL;
}

display display_now(void)
{
    display d = {0};
    display_kind wanted = display_wanted.kind;
    bool matters = wanted == DISPLAY_AUTO || display_shows_pictures(wanted);
    const char *why = matters ? ask(&d.replies) : NULL;
    if (wanted == DISPLAY_AUTO && why)
        choose_text(&d, why);
    else
        choose_by_answer(&d);
    if (wanted != DISPLAY_AUTO)
        choose(&d, wanted, "--display asks for it");
    d.tmux = in_tmux() && !(d.kind == DISPLAY_SIXEL && d.replies.sixel);
    d.moves = display_moves();
    set_sizes(&d);
    return d;
}

char *display_typed(size_t *n)
{
    char *text = typed.data;
    *n = typed.n;
    typed = (bytes){0};
    return text;
}

bool display_is_owed(void)
{
    return owed > 0 && clock_seconds() < owed;
}
