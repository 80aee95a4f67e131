/* Values of usual size are added to eight tallies at a time, others one by one. */
#include "engine/machine/level.h"
#include "engine/number/tally.h"
#include "engine/number/v8_function.h"

#include <stddef.h>

#define ROW_OF(t, field) ((t)->at + offsetof(tally, field) / sizeof(double) * (t)->width)

/* Whether stats.c would add x as it is: there were values, whose scale is 1, and x goes with them.
 */
V8_INLINE bool are_usual(const tallies *t, size_t i, v8 x)
{
    u8 scale = v8_equal(v8_load(ROW_OF(t, finite.scale) + i), v8_set1(1));
    return v8_all(u8_and(scale, v8_less(v8_abs(x), v8_set1(0x1p120))));
}

/* stats.c's merge with one value, operation by operation. */
V8_INLINE void add_eight(tallies *t, size_t i, v8 x)
{
    double *at_n = ROW_OF(t, finite.n) + i, *at_mean = ROW_OF(t, finite.mean) + i;
    double *at_m2 = ROW_OF(t, finite.m2) + i, *at_m3 = ROW_OF(t, finite.m3) + i;
    double *at_m4 = ROW_OF(t, finite.m4) + i;
    double *at_low = ROW_OF(t, low) + i, *at_high = ROW_OF(t, high) + i;
    const v8 one = v8_set1(1), zero = v8_set1(0);
    v8 na = v8_load(at_n), n = v8_add(na, one), mean = v8_load(at_mean);
    v8 m2 = v8_load(at_m2), m3 = v8_load(at_m3);
    v8 d = v8_sub(x, mean), r = v8_div(d, n), dr = v8_mul(d, r), drr = v8_mul(dr, r);
    v8 shape = v8_add(v8_sub(v8_mul(na, na), na), one);
    v8 fourth = v8_mul(v8_mul(v8_mul(drr, r), na), shape);
    fourth = v8_add(fourth, v8_mul(v8_mul(v8_mul(v8_set1(6), r), r), m2));
    fourth = v8_add(fourth, v8_mul(v8_mul(v8_set1(4), r), v8_sub(zero, m3)));
    v8 third = v8_mul(v8_mul(drr, na), v8_sub(na, one));
    third = v8_add(third, v8_mul(v8_mul(v8_set1(3), r), v8_sub(zero, m2)));
    v8_store(at_m4, v8_add(v8_load(at_m4), fourth));
    v8_store(at_m3, v8_add(m3, third));
    v8_store(at_m2, v8_add(m2, v8_mul(dr, na)));
    v8_store(at_mean, v8_add(mean, r));
    v8_store(at_n, n);
    v8_store(at_low, v8_min(x, v8_load(at_low)));
    v8_store(at_high, v8_max(x, v8_load(at_high)));
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
