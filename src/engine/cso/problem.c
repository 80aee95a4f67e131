/* What a problem's fields say of its least value; how far its building has come; when a step is
 * given up. */
#include "problem.h"

#include "engine/machine/clock.h"

const char *problem_no_least(const problem *p)
{
    if (!isnan(p->least))
        return NULL;
    if (p->type->no_minimizer)
        return p->type->no_minimizer;
    return p->type->objective ? p->no_least : "no exact objective is known";
}

void problem_report(problem *p, double share)
{
    const progress *listener = p->making ? p->making->progress : NULL;
    double now = listener ? clock_seconds() : 0;
    if (!listener || now < p->report)
        return;
    p->report = now + listener->every;
    progress_report(listener, share, NAN, NAN);
}

bool breaker_gives_up(breaker *b)
{
    if (!b->broken) {
        double now = clock_seconds();
        b->give_up = b->give_up > 0 ? b->give_up : now + b->patience;
        b->broken = now >= b->give_up;
    }
    return b->broken;
}
