#ifndef DEBIAS_CLOCK_H
#define DEBIAS_CLOCK_H

/* Monotonic wall time in seconds. */
double clock_seconds(void);

#endif
