/* Values of usual size are added to eight tallies at a time, others one by one. */
#include "engine/machine/level.h"
#include "engine/number/tally.h"
#include "engine/number/v8_function.h"
#include "engine/number/tally/v8_tally.h"

#include <stddef.h>

#define ROW_OF(t, field) ((t)->at + offsetof(tally, field) / sizeof(double) * (t)->width)

/* Whether stats.c would add x as it is: there were values, whose scale is 1, and x goes with them.
 */
V8_INLINE bool are_usual(const tallies *t, size_t i, v8 x)
{
    u8 scale = v8_equal(v8_load(ROW_OF(t, finite.scale) + i), v8_set1(1));
    return v8_all(u8_and(scale, v8_usual(x)));
}

V8_INLINE void add_eight(tallies *t, size_t i, v8 x)
{
    double *n = ROW_OF(t, finite.n) + i, *mean = ROW_OF(t, finite.mean) + i;
    double *m2 = ROW_OF(t, finite.m2) + i, *m3 = ROW_OF(t, finite.m3) + i;
    double *m4 = ROW_OF(t, finite.m4) + i;
    double *low = ROW_OF(t, low) + i, *high = ROW_OF(t, high) + i;
    v8_tally a = {v8_load(n),  v8_load(mean), v8_load(m2),  v8_load(m3),
                  v8_load(m4), v8_load(low),  v8_load(high)};
    v8_tally_add(&a, x);
    v8_store(n, a.n);
    v8_store(mean, a.mean);
    v8_store(m2, a.m2);
    v8_store(m3, a.m3);
    v8_store(m4, a.m4);
    v8_store(low, a.low);
    v8_store(high, a.high);
}

static void add_one_by_one(tallies *t, size_t first, size_t n, const double *x)
{
    for (size_t k = 0; k < n; k++) {
        tally a = tallies_get(t, first + k);
        tally_add(&a, x[k]);
        tallies_set(t, first + k, &a);
    }
}

static void add(tallies *t, size_t first, size_t n, const double *x)
{
    size_t k = 0;
    for (; k + 8 <= n; k += 8)
        if (are_usual(t, first + k, v8_load(x + k)))
            add_eight(t, first + k, v8_load(x + k));
        else
            add_one_by_one(t, first + k, 8, x + k);
    add_one_by_one(t, first + k, n - k, x + k);
}

const tally_type TYPE(tally, eight) = {.name = "eight", .add = add};
