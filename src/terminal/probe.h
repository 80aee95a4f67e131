/* One question to the terminal: what it is and what pictures it shows. */
#pragma once

#include "terminal/replies.h"

/* Asks the terminal that standard input and output are, in a mode without echo that ends with the
 * call, and waits for its replies, 300 ms at most, less when a signal comes. typed: gets what the
 * user typed meanwhile. Returns NULL, or why it could not be asked, "it is ..". */
const char *probe_terminal(bool tmux, replies *r, bytes *typed);

/* How many characters wait to be read from standard input. */
size_t probe_waiting(void);
