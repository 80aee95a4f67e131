/* What rounding may do to q of the sample: below it a difference counts as zero (rounding.h).
 * Inside the engine only. */
#pragma once

#include "correct_job.h"

/* b->floor <- what rounding of the rows' mean and of q may do to q there and without a row; takes
 * the plug-in of two rows or more, and uses b->order. STATUS_OK, or what q returns. */
status correct_floor(correct_job *b);
