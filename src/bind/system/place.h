/* Where files may be read and written: anywhere, or with --sandbox in the working folder only. */
#pragma once

#include <limits.h>
#include <stdatomic.h>
#include <stddef.h>

typedef enum place_use { PLACE_READ, PLACE_WRITE, PLACE_FOLDER } place_use;

/* From now on files must be in what is now the working folder. Returns 0 or an errno. */
int place_confine(void);

/* The name under which to open `path`: path itself, or when confined the same file in `real`, free
 * of links. NULL when it may not be opened, with *why in words: it is outside, not a regular file
 * (or not a folder, for PLACE_FOLDER), or, to be written, hidden: a name that begins with a dot may
 * be one that other programs obey. */
const char *place_of(const char *path, place_use use, char real[PATH_MAX], const char **why);

/* Writes as file_write does where it may. Returns NULL, or why not. */
const char *place_write(const char *path, const void *data, size_t n, const atomic_int *interrupt);
