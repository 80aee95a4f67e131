#pragma once

/* Monotonic wall time in seconds. */
double clock_seconds(void);

/* From now on it shows what another machine's clock shows, `now` (ranks.h). */
void clock_set(double now);
