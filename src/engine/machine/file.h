/* Files read and written whole. */
#pragma once

#include <stdatomic.h>
#include <stddef.h>

/* Writes n bytes as the file `path`: into a new file beside it, which then takes its place, so that
 * a reader and a failure see the old contents or the new. A link is followed, a device or a pipe is
 * written to. Returns 0 or an errno, EINTR once *interrupt is set (NULL: never); after a failure
 * nothing remains. What a killed process left beside the file goes with the next call. Of several
 * ranks (ranks.h) the first one writes, and all return what it does; within work that was dealt
 * each writes its own. */
int file_write(const char *path, const void *data, size_t n, const atomic_int *interrupt);

/* The size of a regular file; -1 for anything else. */
long long file_size(const char *path);

/* Reads at most n bytes of the file into data; *n becomes how many. Returns 0 or an errno, EINTR
 * once *interrupt is set. */
int file_read(const char *path, void *data, size_t *n, const atomic_int *interrupt);

/* Waits until nobody else holds the lock of the folder or file and takes it; closing the descriptor
 * gives it back. -1 where it cannot be opened; a file system without locks gives one that keeps
 * nobody out. */
int file_lock(const char *path);
