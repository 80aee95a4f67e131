/* What a long computation reports on its way, on the thread that called it. */
#pragma once

typedef struct progress {
    /* share: of the work, 0 to 1; value, half_width: the present estimate and its 95% limits, NAN
     * where there is none. */
    void (*report)(void *context, double share, double value, double half_width);
    void *context;
    double every; /* seconds between two reports, where it is the clock that says when */
} progress;

/* Reports nothing where p is NULL. */
static inline void progress_report(const progress *p, double share, double value, double half_width)
{
    if (p)
        p->report(p->context, share, value, half_width);
}
