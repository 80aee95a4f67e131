/* What --machine reads and writes: a JSON object in each line. Standard output and standard error
 * are pipes by then; a thread passes on what is written to them, by whatever program, as frames of
 * their own. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

/* Takes the three standard descriptors: input is empty from then on. Returns 0 or an errno. */
int frame_open(void);

/* Passes on what has been printed so far, then writes the n characters and a newline. Returns
 * false, having done nothing, in a copy of the process. */
bool frame_send(const char *json, size_t n);

/* The same for {"type":type,"text":text}; the text is written as
 * escape_add does. */
bool frame_send_text(const char *type, const char *text);

typedef enum frame_outcome {
    FRAME_READ,
    FRAME_TOO_LONG,    /* a line of more than FRAME_LARGEST characters, which was left out */
    FRAME_CUT_OFF,     /* the input ends within a line */
    FRAME_END,         /* and here after one */
    FRAME_INTERRUPTED, /* by a signal, which is not taken off */
} frame_outcome;

enum { FRAME_LARGEST = 16 << 20 };

/* Waits for the next line; *text, of *n characters, is good until the next call. */
frame_outcome frame_receive(const char **text, size_t *n);
