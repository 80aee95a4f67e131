/* Dealt rows in groups, of which each is left out in turn: the totals of the blocks of those that
 * stay, of all groups in one pass over the rows. */
#pragma once

#include "deal.h"

enum { LEAVE_GROUPS = 32 /* at most */ };

typedef struct leave {
    size_t n, groups;
    uint8_t *group;                              /* of each row, as dealt */
    uint32_t *member;                            /* the rows of group 0, of group 1, .. */
    size_t first[LEAVE_GROUPS + 1];              /* where each begins */
    uint64_t others[LEAVE_GROUPS][LEAVE_GROUPS]; /* all ones but at the group itself */
} leave;

void leave_layout(leave *l, size_t n, size_t groups, arena *memory);

/* Takes the rows' groups, which are filled in. */
void leave_begin(leave *l);

static inline size_t leave_rows(const leave *l, size_t g)
{
    return l->first[g + 1] - l->first[g];
}

/* total[(g*K + k)*in + j]: of block k of the rows without group g, column j, with the bits of
 * deal_totals. number: room for n numbers. */
void leave_totals(const leave *l, const sample *s, size_t K, uint32_t *number, double *total);
