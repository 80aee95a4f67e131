/* How many estimates are drawn. */
#pragma once

#include <stdbool.h>

#include "library/debias.h"

/* Whether that many estimates can be asked for. */
bool library_can_draw(uint64_t reps);

/* 0, or -1 with an error. */
int library_check_sampling(const debias_sampling *s, debias_error *error);

uint64_t library_reps(const debias_sampling *s);
