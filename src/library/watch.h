/* The caller's interrupt and what it is asked on the way, as the engine takes them. */
#pragma once

#include "engine/machine/progress.h"
#include "library/debias.h"

#include <stdatomic.h>

typedef struct library_watch {
    const debias_watch *watch; /* or NULL */
    const atomic_int *also;    /* the caller's interrupt */
    atomic_int stop;           /* set where either asks for it */
    double due;                /* absolute: when the caller is asked again */
    double from, to;           /* the part of the whole that is under way */
    progress progress;
    const atomic_int *interrupt; /* what the engine polls, */
    const progress *report;      /* and reports to, or NULL */
} library_watch;

/* Each may be NULL. *w must stay where it is. */
void library_watch_begin(library_watch *w, const debias_watch *watch,
                         const volatile sig_atomic_t *interrupt);

/* What the engine reports from now on is done of the part from .. to of the whole; at first, of all
 * of it. */
void library_watch_part(library_watch *w, double from, double to);
