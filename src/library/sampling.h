/* How many estimates are drawn. */
#pragma once

#include "library/debias.h"

/* 0, or -1 with an error. */
int library_check_sampling(const debias_sampling *s, debias_error *error);

uint64_t library_reps(const debias_sampling *s);
