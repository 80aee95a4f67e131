/* The history file: entries of the prompt, oldest first, each once, in the XDG state directory. An
 * entry of several lines is kept whole: its further lines begin with a tab. The file is readable by
 * its owner only and is replaced as a whole under a lock, so that two prompts lose nothing. */
#pragma once

#include <stddef.h>

enum { HISTORY_MOST = 2000 };

typedef struct history {
    char **entries;
    size_t n;
} history;

/* From now on there is no file. */
void history_stop(void);

/* Reads the file into *h, empty when there is none. Returns 0 or an errno. */
int history_read(history *h);

/* Puts the entry last in the file, drops an older equal one and the oldest beyond HISTORY_MOST.
 * Returns 0 or an errno. */
int history_append(const char *entry);

void history_free(history *h);

/* The file's path, or NULL when there is no home directory or it is to be left alone. */
const char *history_path(void);
