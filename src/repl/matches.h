/* What may stand at the cursor. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* n words for the text that begins at `start`; what is put after a single one (0 = nothing); they
 * are paths of files, those of folders with a slash at the end. */
typedef struct matches {
    size_t start, n;
    char **words;
    char after;
    bool files;
} matches;

/* Frees the words and forgets them. */
void matches_free(matches *m);

/* Readline itself adds the slash to a folder. */
void matches_cut_slashes(matches *m);

/* How many bytes of whole characters all words share at their begin; n > 0. */
size_t matches_shared(const matches *m);

/* Writes the words in columns as wide as the longest one, in lines of so many characters. */
void matches_print(FILE *to, const matches *m, size_t columns);
