#pragma once

/* Monotonic wall time in seconds. */
double clock_seconds(void);
