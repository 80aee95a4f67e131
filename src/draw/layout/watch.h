/* How axes are laid out, for what writes a figure in another program's words. */
#pragma once

#include "draw/layout/sheet.h"

/* A page may be laid out several times: the last one, from `begin` on, holds. */
typedef struct layout_watch {
    void *self;
    void (*begin)(void *self);
    void (*axes)(void *self, const sheet *s, double x,
                 double y); /* the sheet's corner on the page */
    /* the middle of the top of a shared legend, and the width that there is for it */
    void (*key)(void *self, double x, double y, double width);
} layout_watch;
