/* Where figures are drawn: what standard output is, how it shows them, and why that way. */
#pragma once

#include "terminal/replies.h"

#define DISPLAY_KINDS "auto|kitty|iterm|sixel|braille|ascii|none"
#define DISPLAY_COLORS "auto|always|never"

/* In the order of the words above. */
typedef enum display_kind {
    DISPLAY_AUTO,
    DISPLAY_KITTY,
    DISPLAY_ITERM,
    DISPLAY_SIXEL,
    DISPLAY_BRAILLE,
    DISPLAY_ASCII,
    DISPLAY_NONE
} display_kind;

typedef enum display_color {
    DISPLAY_COLOR_AUTO,
    DISPLAY_COLOR_ALWAYS,
    DISPLAY_COLOR_NEVER
} display_color;

typedef struct display {
    display_kind kind;              /* never DISPLAY_AUTO */
    char why[128];                  /* how it was chosen: "it answers kitty's question" */
    bool tmux;                      /* pictures go by way of tmux */
    bool moves;                     /* its cursor goes where it is sent */
    size_t columns, rows;           /* of the window, in characters */
    size_t cell_width, cell_height; /* in pixels */
    replies replies;                /* of the terminal, when it was asked */
} display;

/* What the command line asks for; AUTO where it says nothing. */
typedef struct display_wish {
    display_kind kind;
    display_color color;
} display_wish;

extern display_wish display_wanted;

/* What standard output is now. The terminal is asked at the first call for which it matters, when
 * standard input is it, too, and once only. */
display display_now(void);

/* Whether a descriptor, or standard output, is a terminal: of what mpirun starts none is, since it
 * passes on all that is printed. */
bool display_is_at(int descriptor);
bool display_is_terminal(void);
bool display_shows_pictures(display_kind kind);

/* The size of the window in characters, 80 x 24 when there is none. */
void display_size(size_t *columns, size_t *rows);

/* Whether the locale says UTF-8, and standard output is a terminal. */
bool display_is_utf8(void);

/* Whether it can erase its line and move its cursor: a terminal that is not dumb. */
bool display_moves(void);

/* Whether texts on a descriptor, or on standard output, are coloured: as --color says, else on a
 * terminal that shows colours and whose user wants them (NO_COLOR is not set). */
bool display_colors(int descriptor);
bool display_has_color(void);

/* Set by whoever reads lines and takes back, with display_typed, what the user typed while the
 * terminal was asked; otherwise it is not asked while characters wait to be read. */
extern bool display_gives_back;

/* What the user typed, n characters to be freed, which are then forgotten; NULL for none. */
char *display_typed(size_t *n);

/* Whether the terminal was asked a short while ago and has not answered: its replies may come yet.
 */
bool display_is_owed(void);
