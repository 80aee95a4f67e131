/* The history file: entries of the prompt, oldest first, each once, in the XDG state directory. An
 * entry of several lines is kept whole: its further lines begin with a tab. The file is readable by
 * its owner only and is replaced as a whole under a lock, so that two prompts lose nothing. */
#pragma once

#include <stddef.h>

enum { HISTORY_MOST = 2000, HISTORY_BYTES = 1 << 20, HISTORY_ENTRY = 1 << 16 };

typedef struct history {
    char **entries;
    size_t n;
} history;

/* From now on there is no file. */
void history_stop(void);

/* Reads the last HISTORY_MOST entries into *h, or as many as the last HISTORY_BYTES of the file
 * hold; none when there is no file. Bytes of any kind are entries; nothing in them is run. Returns
 * 0 or an errno: EINVAL for what is no regular file. */
int history_read(history *h);

/* Puts the entry last in the file, drops an older equal one and what history_read leaves out. The
 * entry has at most HISTORY_ENTRY bytes: for a longer one many older ones would go. Returns 0 or an
 * errno. */
int history_append(const char *entry);

void history_free(history *h);

/* The file's path, or NULL when there is no home directory or it is to be left alone. */
const char *history_path(void);
