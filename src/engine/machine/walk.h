/* One walk over what a computation holds measures, writes and reads it, so that the three cannot
 * disagree: whoever has something to be stored or sent passes each part of it to walk_pass, in one
 * order. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

typedef struct walk {
    unsigned char *out;      /* writes there, or */
    const unsigned char *in; /* reads `size` bytes from there; neither: only measures */
    size_t at, size;
    bool failed; /* there is too little to read, or it says what cannot be */
} walk;

/* The next n bytes, of `data`; NULL passes over them where it reads. */
static inline void walk_pass(walk *w, void *data, size_t n)
{
    if (w->out)
        memcpy(w->out + w->at, data, n);
    if (w->in && n > w->size - w->at) {
        w->failed = true;
        return;
    }
    if (w->in && data)
        memcpy(data, w->in + w->at, n);
    w->at += n;
}
