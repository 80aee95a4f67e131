/* Keys of the terminal at standard input. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

enum { KEY_ROOM = 16 };

/* Waits for input; false when a signal came instead. */
bool key_wait(void);

/* Whether something was typed that nobody has read, within so many milliseconds. */
bool key_waits(int milliseconds);

/* Waits for a key, which is not shown; its bytes and how many: an arrow sends several. 0 when a
 * signal came, or at the end of input. */
size_t key_read(char key[KEY_ROOM]);
