/* The scale of q: a power of two that keeps squares of its values within range. Inside the engine
 * only. */
#pragma once

#include "correct_job.h"

/* Chooses b->scale by the largest plug-in, with and without each group, and scales these. */
void correct_scale_choose(correct_job *b);

/* The result in units of q. */
void correct_scale_undo(const correct_job *b);
