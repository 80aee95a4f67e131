/* Which points of the bias lab have the standard error that was asked for, and when to look again.
 */
#include "engine/number/goal.h"
#include "lab_part.h"
#include "trust.h"

/* How many estimates the points that are not done have at the next look: what the nearest to its
 * standard error needs; twice as many where all are made again. */
static uint64_t next_look(const lab *l, double excess)
{
    const lab_config *c = l->config;
    uint64_t next = goal_next(l->until, excess, LAB_CHUNK, c->reps);
    bool again = lab_most_variates(c) && lab_pilot(next) != l->pilot;
    if (again && next < 2 * l->until)
        next = 2 * l->until;
    return next < c->reps ? next : c->reps;
}

uint64_t lab_look(lab *l)
{
    const lab_config *c = l->config;
    double least = INFINITY, most = 0;
    for (size_t p = 0; p < c->points; p++) {
        lab_result *r = &l->result[p];
        const tally *value = trust_variates(c, &c->point[p], r, NULL, true) ? r->reduced : r->raw;
        double excess = r->done ? 0 : goal_excess(c->se, r->raw, value, c->q->out);
        r->done = c->point[p].endless || l->until == c->reps || excess <= 1;
        if (r->done)
            continue;
        l->shown = excess > most ? p : l->shown;
        least = fmin(least, excess);
        most = fmax(most, excess);
    }
    l->all = fmin(goal_need((double)l->until, most), (double)c->reps);
    return most > 0 ? next_look(l, least) : 0;
}
