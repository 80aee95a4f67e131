#pragma once

/* Monotonic wall time in seconds. */
double clock_seconds(void);

/* Now is its second 0: called by all ranks at one moment (ranks.h), before any work. */
void clock_begin(void);
