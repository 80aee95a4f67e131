/* Values of a law with few of them that a sample is expected to hold too seldom for its scatter to
 * show what they do. */
#pragma once

#include "lab.h"

/* Some value of the law a number of times in a block of draws, such that estimates with it, and
 * with what does even more, would scatter them more than what was made shows, though no more than a
 * few are expected; expected = 0 where there is none. Of estimates as they are, or with the control
 * variates taken off. asks: q may be called at the means of such blocks; where it may not, or
 * fails, they count. One output; none for laws of many values. */
lab_rare rare_find(const lab_config *c, const lab_point *point, const lab_result *r,
                   bool controlled, bool asks);
