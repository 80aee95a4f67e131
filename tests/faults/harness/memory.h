/* Memory that runs out at request number k. */
#pragma once

#include <stdbool.h>

/* From now on requests are counted; number k fails, with `all` those after it; 0: none. */
void memory_begin(long k, bool all);

/* How many requests there were; none fails any more. */
long memory_stop(void);

/* Where the request was made that failed, or NULL. */
void *memory_asker(void);

/* The name of the library that the code at that address is part of; "" for the program's. */
const char *memory_library(void *address);
