/* What a problem's fields say of its least value; how far its building has come. */
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
