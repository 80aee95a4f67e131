/* Rows by the id that each has: which of them make a group. Groups are in the order of their ids,
 * numbers by size and texts byte by byte, so that the order of rows changes nothing. */
#pragma once

#include "engine/machine/arena.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

/* A text, or the bytes of a double: no NAN, no -0. */
typedef struct id_key {
    const char *text;
    size_t length;
} id_key;

typedef struct ids {
    size_t n, groups;
    size_t *start;           /* groups + 1: where each group begins in */
    uint32_t *row;           /* n: the rows of group 0, of group 1, .. as they come */
    uint32_t *of_row, *slot; /* work space: the group of each row, places of a table of keys, */
    id_key *distinct;        /* and the distinct keys, as they come */
    size_t slots;
} ids;

void ids_layout(ids *d, size_t n, arena *memory);

/* Of n rows; `number`: whether the keys are doubles. False once interrupted. */
bool ids_find(ids *d, const id_key *key, bool number, const atomic_int *interrupt);
