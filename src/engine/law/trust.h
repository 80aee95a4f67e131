/* Whether control variates explain too much: all of a sample that rare draws are missing from. */
#pragma once

#include "lab.h"

/* Whether the scatter that control variates leave of a point's outputs says how far the means may
 * be off. rounding: what it makes of each output's mean, or NULL; asks: q may be called. */
bool trust_variates(const lab_config *c, const lab_point *point, const lab_result *r,
                    const double *rounding, bool asks);
