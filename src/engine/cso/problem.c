/* What a problem's fields say of its least value. */
#include "problem.h"

const char *problem_no_least(const problem *p)
{
    if (!isnan(p->least))
        return NULL;
    if (p->type->no_minimizer)
        return p->type->no_minimizer;
    return p->type->objective ? p->no_least : "no exact objective is known";
}
