/* What operators take off on the mean over random splits of the sample. Inside the engine only. */
#pragma once

#include "correct_job.h"

/* b->off <- config->splits random splits; b->repeat <- the first CORRECT_REPEATS of them without
 * each group. Takes the plug-ins (correct_plugin.h). STATUS_OK, STATUS_INTERRUPTED with fewer
 * splits, or what q returns. */
status correct_random_splits(correct_job *b);
