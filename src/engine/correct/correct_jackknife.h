/* The delete-one jackknife of q of the mean. Inside the engine only. */
#pragma once

#include "correct_job.h"

/* Fills b->prefix and b->pseudo, and the result's jackknife, plugin_var and tail_k (of what single
 * rows do). n > 1; takes result->plugin. STATUS_OK, or what q returns. */
status correct_jackknife(correct_job *b);
