/* What the prompt does alike with readline and with libedit, which has readline's names:
 * completion's words, reading a line, the history in memory. A file of this folder includes its
 * library, then this, and defines the functions that stand here without a body. */
#pragma once

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "repl/editor.h"
#include "repl/interrupt.h"
#include "repl/key.h"
#include "repl/painted.h"

/* Hands the library what was typed while the terminal was asked for its kind; whether there was
 * anything. */
static bool give_back(void);

/* Called when the prompt is there; what was typed may end the line. */
static void start_line(void);

/* Called when the line is there. */
static void end_line(void);

/* Called when a signal broke the line off: before the mark "^C", which stands behind all of it, and
 * after. */
static void go_to_end(void);
static void drop_line(void);

/* What comes before any call of the library; then completion and keys. */
static void begin(void);
static void open_library(void);

static char *taken;
static bool line_ended;

static line_completer *completer;
static void *completer_data;
static matches found;

void editor_complete_with(line_completer *complete_line, void *data)
{
    completer = complete_line;
    completer_data = data;
    matches_free(&found);
}

static void find_matches(const char *text, size_t length)
{
    matches_free(&found);
    if (completer)
        completer(completer_data, text, length, &found);
}

/* What is put after a single match, unless it stands there. */
static int character_after(size_t point)
{
    return rl_line_buffer[point] && rl_line_buffer[point] == found.after ? '\0' : found.after;
}

static void take(char *line)
{
    taken = line;
    line_ended = true;
    end_line();
    rl_callback_handler_remove(); /* the terminal is the user's program's until the next line */
}

static void leave_line(void)
{
    go_to_end();
    fputs(interrupt_signal() == SIGINT ? "^C" : "", rl_outstream);
    fflush(rl_outstream);
    drop_line();
    rl_callback_handler_remove();
    fputs("\n", rl_outstream);
    fflush(rl_outstream);
}

line_outcome editor_read(const char *prompt, char **text, size_t *length)
{
    taken = NULL;
    line_ended = false;
    char *shown = painted(prompt, fileno(rl_outstream), true);
    key_hold_stop();
    rl_callback_handler_install(shown ? shown : prompt, take);
    free(shown);
    start_line();
    while (!line_ended && (give_back() || key_wait()))
        rl_callback_read_char();
    if (!line_ended)
        leave_line();
    key_release_stop();
    if (interrupt_signal()) { /* it may come when the line is there, which is dropped too */
        free(taken);
        return LINE_CLEARED;
    }
    *text = taken;
    *length = taken ? strlen(taken) : 0;
    return taken ? LINE_READ : LINE_END;
}

/* Shows the line again, below whatever was printed meanwhile. */
static void redraw(void)
{
    if (!line_ended)
        rl_forced_update_display();
}

void editor_open(const history *h)
{
    begin();
    key_redraw = redraw;
    rl_readline_name = "debias"; /* for $if in the user's inputrc */
    rl_catch_signals = 0;
    rl_outstream = isatty(STDOUT_FILENO) ? stdout : stderr;
    using_history();
    open_library();
    for (size_t i = 0; i < h->n; i++)
        add_history(h->entries[i]);
}

void editor_remember(const char *entry)
{
    for (int i = history_length - 1; i >= 0; i--) {
        HIST_ENTRY *old = history_get(history_base + i);
        if (old && strcmp(old->line, entry) == 0)
            free_history_entry(remove_history(i));
    }
    add_history(entry);
}

void editor_close(void)
{
    clear_history();
}
