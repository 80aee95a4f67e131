/* What a rank knows without meeting the others, who get a signal at other times than it. */
#include "ranks_own.h"

#include <stdatomic.h>
#include <stdlib.h>

static const ranks_part *part;
static atomic_int within; /* pieces of dealt work that this rank is in */
static atomic_int raised; /* the signal that has come to this rank, */
static atomic_int known;  /* and to all */
static void (*stop_at)(int number), (*go_on)(void);

void ranks_set_part(const ranks_part *joined)
{
    part = joined;
}

bool ranks_are_within(void)
{
    return within > 0;
}

void ranks_heed(void (*stop)(int number), void (*on)(void))
{
    stop_at = stop;
    go_on = on;
}

void ranks_signal(int number)
{
    raised = number;
    if (part->size == 1)
        known = true;
    if (within || known)
        stop_at(number);
}

void ranks_alone(bool alone)
{
    within = within + (alone ? 1 : -1);
    if (raised && !known && alone)
        stop_at(raised);
    if (raised && !known && !within)
        go_on();
}

int ranks_raised(void)
{
    return raised;
}

void ranks_learn(int number)
{
    if (known)
        return;
    known = true;
    raised = number;
    stop_at(number);
}

size_t ranks_size(void)
{
    return part && !within ? part->team_size : 1;
}

size_t ranks_rank(void)
{
    return part && !within ? part->team_rank : 0;
}

size_t ranks_all(size_t *local)
{
    *local = part ? part->local : 1;
    return part ? part->size : 1;
}

bool ranks_are_joined(void)
{
    return part != NULL;
}

bool ranks_speaks(void)
{
    return !part || part->rank == 0;
}

void ranks_give_up(const char *why)
{
    part->abort(why);
}

void *ranks_room(size_t n)
{
    void *block = malloc(n + 1);
    if (!block)
        part->abort("not enough memory for what the ranks exchange");
    return block;
}
