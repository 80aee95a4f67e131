/* What operators take off on the mean over all splits of the sample, by listing subsets
 * (subsets.h). Inside the engine only. */
#pragma once

#include "correct_job.h"

/* Whether it can be had: the subsets of all sizes that the operators need can be listed, of all
 * rows and of all but one. */
bool correct_all_possible(correct_job *b);

/* b->off <- the mean over all splits; the first of b->repeat <- the same without each group. Takes
 * the plug-ins (correct_plugin.h). STATUS_OK, STATUS_INTERRUPTED, or what q returns. */
status correct_all_splits(correct_job *b);
