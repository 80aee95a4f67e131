/* The processors that this process may use. */
#pragma once

#include <stddef.h>

/* How many; 0 where the system does not say it. */
size_t processors_allowed(void);
