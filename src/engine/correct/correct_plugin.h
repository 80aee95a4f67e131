/* q of the mean, with and without each group of rows. Inside the engine only. */
#pragma once

#include "correct_job.h"

/* result->plugin <- q of the mean; b->without <- the same without each group, which are chosen.
 * STATUS_OK, or what q returns. */
status correct_plugin(correct_job *b);
