/* Keys of the terminal at standard input. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

enum { KEY_ROOM = 16 };

/* Waits for input; false when a signal came instead. While it waits, Ctrl-Z stops the program with
 * the terminal as it was before the session; when it is continued, the modes come back and
 * key_redraw, where it is not NULL, shows the line again. */
bool key_wait(void);
extern void (*key_redraw)(void);

/* Between these two Ctrl-Z waits for key_wait: it would stop the program with the terminal as a
 * line is edited in. */
void key_hold_stop(void);
void key_release_stop(void);

/* Whether something was typed that nobody has read, within so many milliseconds. */
bool key_waits(int milliseconds);

/* Waits for a key, which is not shown; its bytes and how many: an arrow sends several. 0 when a
 * signal came, or at the end of input. */
size_t key_read(char key[KEY_ROOM]);
