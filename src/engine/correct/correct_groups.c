/* Random groups are the same for every seed, so that verdicts do not depend on it. */
#include "correct_groups.h"

_Static_assert((int)CORRECT_GROUPS <= (int)LEAVE_GROUPS, "all groups are left out in one pass");
_Static_assert((int)SUBSETS_DISTINCT <= (int)CORRECT_GROUPS, "each distinct row is a group");

static void shuffle(correct_job *b, uint64_t seed, uint64_t number, uint64_t group)
{
    stream s;
    stream_init(&s, STREAM_WORDS, seed, number, PURPOSE_SPLIT, group);
    for (size_t i = 0; i < b->n; i++)
        b->order[i] = (uint32_t)i;
    sample_shuffle(&s, b->order, b->n);
}

void correct_groups_shuffle(correct_job *b, uint64_t number)
{
    shuffle(b, b->config->seed, number, b->config->group);
}

/* The same for every seed. */
static void choose_random(correct_job *b)
{
    correct_groups *G = &b->groups;
    G->n = b->n < CORRECT_GROUPS ? b->n : CORRECT_GROUPS;
    G->all = (double)G->n;
    shuffle(b, 0, 0, 0);
    for (size_t i = 0; i < b->n; i++)
        G->of_row[b->order[i]] = (uint8_t)(i % G->n);
    for (size_t g = 0; g < G->n; g++)
        G->weight[g] = 1;
}

static void choose_distinct(correct_job *b)
{
    correct_groups *G = &b->groups;
    G->n = b->n > 1 ? b->subsets.distinct : 0;
    G->all = (double)b->n;
    for (size_t g = 0; g < G->n; g++)
        G->weight[g] = (double)b->subsets.count[g];
}

void correct_groups_choose(correct_job *b)
{
    if (b->exact)
        choose_distinct(b);
    else
        choose_random(b);
}

size_t correct_groups_fewest(const correct_job *b)
{
    return b->exact ? b->n - 1 : b->n - (b->n + b->groups.n - 1) / b->groups.n;
}

size_t correct_groups_keep(correct_job *b, size_t g)
{
    size_t n = 0;
    for (size_t i = 0; i < b->n; i++)
        if (g >= b->groups.n || b->groups.of_row[b->order[i]] != g)
            b->kept[n++] = b->order[i];
    return n;
}

void correct_groups_deal(correct_job *b)
{
    for (size_t i = 0; i < b->n; i++)
        b->leave.group[i] = b->groups.of_row[b->order[i]];
    leave_begin(&b->leave);
}

void correct_groups_take(correct_job *b, size_t g)
{
    b->subsets.n--;
    b->subsets.count[g]--;
}

void correct_groups_put_back(correct_job *b, size_t g)
{
    b->subsets.n++;
    b->subsets.count[g]++;
}
