/* Distinct keys are found by a hash table, in the order of rows; only they are sorted. */
#include "ids.h"

#include "engine/number/order.h"

#include <string.h>

void ids_layout(ids *d, size_t n, arena *memory)
{
    *d = (ids){.n = n, .slots = 16};
    while (d->slots < 2 * n)
        d->slots *= 2;
    d->start = arena_take(memory, (n + 1) * sizeof *d->start);
    d->row = arena_take(memory, n * sizeof *d->row);
    d->of_row = arena_take(memory, n * sizeof *d->of_row);
    d->slot = arena_take(memory, d->slots * sizeof *d->slot);
    d->distinct = arena_take(memory, n * sizeof *d->distinct);
}

static uint64_t mix(uint64_t h, uint64_t word)
{
    h = (h ^ word) * 0x9e3779b97f4a7c15;
    return h ^ h >> 32;
}

static uint64_t hash(id_key key)
{
    uint64_t h = key.length, word;
    for (; key.length >= sizeof word; key.text += sizeof word, key.length -= sizeof word) {
        memcpy(&word, key.text, sizeof word);
        h = mix(h, word);
    }
    word = 0;
    memcpy(&word, key.text, key.length);
    return mix(mix(h, word), 0);
}

static bool is_same(id_key a, id_key b)
{
    return a.length == b.length && memcmp(a.text, b.text, a.length) == 0;
}

/* The number of a key, a new one where it was not met; slots hold numbers plus 1, 0 is empty. */
static uint32_t number_of(ids *d, id_key key)
{
    size_t s = hash(key) & (d->slots - 1);
    while (d->slot[s] > 0 && !is_same(d->distinct[d->slot[s] - 1], key))
        s = (s + 1) & (d->slots - 1);
    if (d->slot[s] == 0) {
        d->distinct[d->groups] = key;
        d->slot[s] = (uint32_t)++d->groups;
    }
    return d->slot[s] - 1;
}

static bool text_before(const void *things, uint32_t a, uint32_t b)
{
    const ids *d = things;
    id_key x = d->distinct[a], y = d->distinct[b];
    int order = memcmp(x.text, y.text, x.length < y.length ? x.length : y.length);
    return order != 0 ? order < 0 : x.length <= y.length;
}

static bool number_before(const void *things, uint32_t a, uint32_t b)
{
    const ids *d = things;
    double x, y;
    memcpy(&x, d->distinct[a].text, sizeof x);
    memcpy(&y, d->distinct[b].text, sizeof y);
    return x <= y;
}

/* Numbers the groups in the order of their ids; false once interrupted. */
static bool order_groups(ids *d, bool number, const atomic_int *interrupt)
{
    uint32_t *rank = d->row; /* not there yet; the table has served */
    const uint32_t *order = order_sort(d->groups, number ? number_before : text_before, d, d->slot,
                                       d->slot + d->n, interrupt);
    for (size_t g = 0; order && g < d->groups; g++)
        rank[order[g]] = (uint32_t)g;
    for (size_t i = 0; order && i < d->n; i++)
        d->of_row[i] = rank[d->of_row[i]];
    return order;
}

static void gather_rows(ids *d)
{
    memset(d->start, 0, (d->groups + 1) * sizeof *d->start);
    for (size_t i = 0; i < d->n; i++)
        d->start[d->of_row[i] + 1]++;
    for (size_t g = 0; g < d->groups; g++)
        d->start[g + 1] += d->start[g];
    for (size_t i = d->n; i-- > 0;) /* from behind: start[g + 1] falls to the group's first row */
        d->row[--d->start[d->of_row[i] + 1]] = (uint32_t)i;
    memmove(d->start, d->start + 1, d->groups * sizeof *d->start);
    d->start[d->groups] = d->n;
}

/* d->of_row <- numbers of the keys, as they come; false once interrupted. */
static bool number_keys(ids *d, const id_key *key, const atomic_int *interrupt)
{
    enum { BETWEEN_LOOKS = 1 << 12 };
    d->groups = 0;
    memset(d->slot, 0, d->slots * sizeof *d->slot);
    for (size_t i = 0; i < d->n; i++) {
        if (i % BETWEEN_LOOKS == 0 && *interrupt)
            return false;
        d->of_row[i] = number_of(d, key[i]);
    }
    return true;
}

bool ids_find(ids *d, const id_key *key, bool number, const atomic_int *interrupt)
{
    if (!number_keys(d, key, interrupt) || !order_groups(d, number, interrupt))
        return false;
    gather_rows(d);
    return true;
}
