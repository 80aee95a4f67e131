/* Who the ranks are, and how they share work; ranks_meeting.c: how they meet. */
#include "clock.h"
#include "processors.h"
#include "ranks_own.h"

#include <stdlib.h>
#include <unistd.h>

static const ranks_part *part;
static size_t processors;
static bool divided;

/* The processors that mpirun lets this rank use, of which there may be as many as the machine has,
 * shared with the other ranks there. */
static size_t own_processors(size_t local)
{
    long n = sysconf(_SC_NPROCESSORS_ONLN);
    size_t share = (n > 0 ? (size_t)n : 1) / local, allowed = processors_allowed();
    share = allowed > 0 && allowed < share ? allowed : share;
    return share > 0 ? share : 1;
}

/* How work is dealt depends on the number of threads, which is that of the rank that has the
 * fewest. */
bool ranks_join(const ranks_part *joined)
{
    size_t mine = own_processors(joined->local), *of_all = malloc(joined->size * sizeof mine);
    if (!of_all || !ranks_open_meetings(joined))
        return false;
    joined->all(&mine, sizeof mine, of_all);
    processors = mine;
    for (size_t r = 0; r < joined->size; r++)
        processors = of_all[r] < processors ? of_all[r] : processors;
    free(of_all);
    part = joined;
    ranks_set_part(joined);
    return true;
}

size_t ranks_processors(void)
{
    return processors;
}

bool ranks_are_divided(void)
{
    return divided;
}

void ranks_divide(size_t number)
{
    ranks_meet("teams", 0, STATUS_OK);
    ranks_keep_request();
    divided = true;
    part->divide(number);
    if (part->team_size == 1)
        ranks_alone(true);
}

void ranks_unite(void)
{
    if (part->team_size == 1)
        ranks_alone(false);
    part->unite();
    divided = false;
    ranks_restore_request();
}

void ranks_begin(size_t n)
{
    ranks_meet("points", n, STATUS_OK);
    part->begin();
    ranks_alone(true);
}

size_t ranks_take(void)
{
    return part->take();
}

void ranks_send(const void *data, size_t n)
{
    part->send(data, n);
}

void *ranks_receive(bool wait, size_t *n)
{
    return part->receive(wait, n);
}

void ranks_end(status s)
{
    ranks_alone(false);
    part->finish();
    ranks_meet("the end of points", 0, s);
}

double ranks_seconds(void)
{
    double now = clock_seconds();
    ranks_agree("the time", &now, sizeof now);
    if (ranks_rank() > 0)
        clock_set(now);
    return now;
}

void ranks_leave(void)
{
    if (!part)
        return;
    if (ranks_are_within() || divided)
        part->abort("it ended within work that was dealt to it");
    ranks_meet_last();
    part->end();
    part = NULL;
    ranks_set_part(NULL);
}
