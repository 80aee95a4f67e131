/* Blocks of different groups begin and end at nearly the same rows: between, a row is added to all
 * but one group's sum by vectors, as itself or as zero, which changes no bit. */
#include "leave.h"

#include "engine/machine/v8.h"

#include <string.h>

enum { VECTORS = LEAVE_GROUPS / 8 };

void leave_layout(leave *l, size_t n, size_t groups, arena *memory)
{
    *l = (leave){.n = n, .groups = groups};
    l->group = arena_take(memory, n * sizeof *l->group);
    l->member = arena_take(memory, n * sizeof *l->member);
    for (size_t g = 0; g < LEAVE_GROUPS; g++)
        for (size_t h = 0; h < LEAVE_GROUPS; h++)
            l->others[g][h] = g == h ? 0 : UINT64_MAX;
}

void leave_begin(leave *l)
{
    size_t next[LEAVE_GROUPS] = {0};
    for (size_t i = 0; i < l->n; i++)
        next[l->group[i]]++;
    l->first[0] = 0;
    for (size_t g = 0; g < l->groups; g++) {
        l->first[g + 1] = l->first[g] + next[g];
        next[g] = l->first[g];
    }
    for (size_t i = 0; i < l->n; i++)
        l->member[next[l->group[i]]++] = (uint32_t)i;
}

/* Where the row stands before which `rank` rows stay without group g; n where no more stay. */
static size_t place_of(const leave *l, size_t g, size_t rank)
{
    const uint32_t *member = l->member + l->first[g];
    size_t low = 0, high = leave_rows(l, g);
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (member[middle] - middle <= rank)
            low = middle + 1;
        else
            high = middle;
    }
    return rank + low;
}

/* The rows of a block without each group: start .. end-1; from .. to-1 of them all, low .. high-1
 * in every one. */
typedef struct reach {
    uint64_t start[LEAVE_GROUPS], end[LEAVE_GROUPS];
    size_t from, low, high, to;
} reach;

static reach reach_of(const leave *l, size_t K, size_t k)
{
    reach r = {.from = l->n, .high = l->n};
    for (size_t g = 0; g < l->groups; g++) {
        size_t n = l->n - leave_rows(l, g);
        size_t start = place_of(l, g, deal_start(n, K, k));
        size_t end = place_of(l, g, deal_start(n, K, k + 1));
        r.from = start < r.from ? start : r.from;
        r.low = start > r.low ? start : r.low;
        r.high = end < r.high ? end : r.high;
        r.to = end > r.to ? end : r.to;
        r.start[g] = start;
        r.end[g] = end;
    }
    r.high = r.low < r.high ? r.high : r.low;
    return r;
}

/* Adds the rows from .. to-1, x[i*in], to the groups' sums; edge: NULL, or the reach of each. */
V8_INLINE void add_rows(const leave *l, const double *x, size_t in, size_t from, size_t to,
                        const reach *edge, v8 sum[VECTORS])
{
    for (size_t i = from; i < to; i++) {
        const u8 row = u8_bits(v8_set1(x[i * in])), at = u8_set1(i), after = u8_set1(i + 1);
        const uint64_t *others = l->others[l->group[i]];
#pragma GCC unroll 4
        for (size_t c = 0; c < VECTORS; c++) {
            u8 stays = u8_load(others + 8 * c);
            if (edge) {
                u8 ended = u8_less(at, u8_load(edge->end + 8 * c));
                stays = u8_and(stays, u8_and(ended, u8_less(u8_load(edge->start + 8 * c), after)));
            }
            sum[c] = v8_add(sum[c], v8_bits(u8_and(stays, row)));
        }
    }
}

/* out[g] <- the sum over a block without group g. */
static void sum_block(const leave *l, const double *x, size_t in, const reach *r, double *out)
{
    v8 sum[VECTORS];
    for (size_t c = 0; c < VECTORS; c++)
        sum[c] = v8_set1(0);
    add_rows(l, x, in, r->from, r->low, r, sum);
    add_rows(l, x, in, r->low, r->high, NULL, sum);
    add_rows(l, x, in, r->high, r->to, r, sum);
    for (size_t c = 0; c < VECTORS; c++)
        v8_store(out + 8 * c, sum[c]);
}

/* The rows of a block without group g, for the rare total that needs them again; returns how many.
 */
static size_t list(const leave *l, const reach *r, size_t g, uint32_t *number)
{
    size_t n = 0;
    for (size_t i = r->start[g]; i < r->end[g]; i++)
        if (l->group[i] != g)
            number[n++] = (uint32_t)i;
    return n;
}

void leave_totals(const leave *l, const sample *s, size_t K, uint32_t *number, double *total)
{
    double sum[LEAVE_GROUPS];
    for (size_t k = 0; k < K; k++) {
        reach r = reach_of(l, K, k);
        for (size_t j = 0; j < s->in; j++) {
            sum_block(l, sample_summands(s) + j, s->in, &r, sum);
            for (size_t g = 0; g < l->groups; g++) {
                size_t n = sample_is_lost(s, sum[g]) ? list(l, &r, g, number) : 0;
                total[(g * K + k) * s->in + j] = sample_total_of(s, sum[g], number, n, j);
            }
        }
    }
}
