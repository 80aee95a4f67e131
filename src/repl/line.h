/* Lines from the user: edited on a terminal when the program is linked with an editing library,
 * plain otherwise. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "repl/matches.h"

typedef enum line_outcome { LINE_READ, LINE_CLEARED, LINE_END } line_outcome;

/* Fills *out (all zero before) for the text between the line's begin and the cursor. */
typedef void line_completer(void *data, const char *text, size_t length, matches *out);

/* Loads the history when standard input is a terminal; line_close frees what is held. */
void line_open(void);
void line_close(void);

/* What the Tab key asks until it is changed; NULL = nothing. */
void line_complete_with(line_completer *complete, void *data);

/* Shows the prompt and reads a line into *text (malloc'ed, without its end; a pasted one may hold
 * more than one) and *length. LINE_CLEARED: a signal came; LINE_END: no more input. */
line_outcome line_read(const char *prompt, char **text, size_t *length);

/* Adds an entry, of one or more lines, to the history in memory and in the file. */
void line_remember(const char *entry);
