/* The part of the program that knows an MPI: "openmpi", "mpich". */
#pragma once

#include <stdbool.h>

/* Its library, opened; NULL where there is none for this machine. */
void *ranks_open_part(const char *name);

/* Whether there is a file that may be that part. */
bool ranks_has_part(const char *name);

/* The part that has joined this program to others; NULL for none. */
const char *ranks_part_in_use(void);
