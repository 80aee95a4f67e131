#include "library/watch.h"

#include "engine/machine/clock.h"
#include "library/option.h"

#include <stdbool.h>

_Static_assert(sizeof(atomic_int) == sizeof(sig_atomic_t),
               "an interrupt of the caller's is read as one");

static const double between_looks = 0.1; /* seconds */

static void report(void *context, double share, double value, double half_width)
{
    library_watch *w = context;
    double now = clock_seconds();
    (void)value;
    (void)half_width;
    if (*w->also)
        w->stop = 1;
    if (now < w->due)
        return;
    w->due = now + between_looks;
    if (w->watch->look(w->watch->context, w->from + share * (w->to - w->from)) != 0)
        w->stop = 1;
}

void library_watch_begin(library_watch *w, const debias_watch *watch,
                         const volatile sig_atomic_t *interrupt)
{
    bool asks = watch && watch->look;
    *w = (library_watch){.watch = watch,
                         .also = interrupt ? (const atomic_int *)interrupt : &library_never,
                         .to = 1,
                         .progress = {report, w, between_looks}};
    w->interrupt = asks ? &w->stop : w->also;
    w->report = asks ? &w->progress : NULL;
}

void library_watch_part(library_watch *w, double from, double to)
{
    w->from = from;
    w->to = to;
}
