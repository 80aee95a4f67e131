#include "library/sampling.h"

#include "library/option.h"

enum { DEFAULT_REPS = 10000, MOST_REPS = 1000000000 };

int library_check_sampling(const debias_sampling *s, debias_error *error)
{
    if (s->reps == 1)
        return library_fail(error, "expected at least 2 reps, got 1");
    if (!(s->se >= 0))
        return library_fail(error, "expected se >= 0");
    return 0;
}

uint64_t library_reps(const debias_sampling *s)
{
    if (s->reps)
        return s->reps;
    return s->se > 0 ? MOST_REPS : DEFAULT_REPS;
}
