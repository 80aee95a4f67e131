/* What the files of the part share. */
#pragma once

#include "engine/machine/ranks.h"

#include <mpi.h>

extern ranks_part part; /* what joins the ranks */

/* A pause of one that waits, after its k-th look. */
void part_rest(unsigned k);

void part_wait_for(MPI_Request *request);

/* taken.c: sets its functions of the part, before there is any work; whether MPI lets threads call
 * it, one at a time. */
void taken_open(int threads);
void taken_close(void);

/* The thread that helps others ends; it is to end, where nobody can wait for it. */
void taken_stop_help(void);
void taken_give_up(void);
