#include "library/sampling.h"

#include <inttypes.h>

#include "library/option.h"

enum { DEFAULT_REPS = 10000, MOST_REPS = 1000000000 };

bool library_can_draw(uint64_t reps)
{
    return reps >= 2 && reps <= 1000000000000000;
}

int library_check_sampling(const debias_sampling *s, debias_error *error)
{
    if (s->reps && !library_can_draw(s->reps))
        return library_fail(error, "expected from 2 to 1e15 reps, got %" PRIu64, s->reps);
    if (!(s->se >= 0))
        return library_fail(error, "expected se >= 0, got %g", s->se);
    return 0;
}

uint64_t library_reps(const debias_sampling *s)
{
    if (s->reps)
        return s->reps;
    return s->se > 0 ? MOST_REPS : DEFAULT_REPS;
}
