/* Rows in groups, by the id that each has: Lua type "debias.groups". */
#pragma once

#include "bind/bind.h"

#include <stdint.h>

enum { GROUPS_MEMORY = 1, GROUPS_DATA, GROUPS_IDS, GROUPS_VALUES = GROUPS_IDS }; /* user values */

/* User values: its memory, the data as a mat, the ids as a vec or a list of strings. */
typedef struct bind_groups {
    size_t n, groups, cols;
    const size_t *start; /* groups + 1: the first row of each group in data; */
    const uint32_t *row; /* n: which row each was, as given */
    const double *data;  /* n rows of cols numbers */
    bool numbers;        /* a row is a number, not a vec */
} bind_groups;

/* The groups at index, or NULL. */
const bind_groups *bind_test_groups(lua_State *L, int index);

/* Raises for a number that is NaN or, where they are to be finite, infinite (with log only
 * +infinity is); names its row and its group. */
void bind_groups_check(lua_State *L, int index, const char *function, bool finite, bool log);
