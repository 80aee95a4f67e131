/* Files written whole or not at all. */
#pragma once

#include <stddef.h>

/* Writes n bytes as the file `path`: into a new file beside it, which then takes its place, so that
 * a reader and a failure see the old contents or the new. A link is followed, a device or a pipe is
 * written to. Returns 0 or an errno; after a failure nothing remains. */
int file_write(const char *path, const void *data, size_t n);
