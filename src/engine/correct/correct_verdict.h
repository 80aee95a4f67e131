/* What is said of an operator once the splits are made: its value, errors and verdict. Inside the
 * engine only. */
#pragma once

#include "correct_job.h"

/* Fills the row of an operator. STATUS_OK, STATUS_INTERRUPTED (no verdict), or what q returns. */
status correct_conclude(const correct_job *b, size_t op);
