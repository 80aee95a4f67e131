/* The editor of lines on a terminal: the program is linked with one of the files of editor/. */
#pragma once

#include "repl/history.h"
#include "repl/line.h"

/* The editing library and its version, or "none". */
const char *editor_name(void);

/* Begins with the entries of the history; editor_close frees what is held. */
void editor_open(const history *h);
void editor_close(void);

/* As line_complete_with, line_read. */
void editor_complete_with(line_completer *complete, void *data);
line_outcome editor_read(const char *prompt, char **text, size_t *length);

/* Adds an entry to the history in memory, and drops equal ones. */
void editor_remember(const char *entry);
