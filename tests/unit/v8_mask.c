/* What comparisons of eight words give as bits, with vectors of 512 bits where gcc can be asked for
 * them: eight bits and nothing above, also where the compiler keeps them in memory for a while. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#if defined __x86_64__ && defined __GNUC__ && !defined __clang__
#pragma GCC push_options
#pragma GCC target("arch=x86-64-v4")
#define IN_MEMORY                                                                                  \
    __asm__ volatile("" ::                                                                         \
                         : "rax", "rbx", "rcx", "rdx", "rsi", "rdi", "r8", "r9", "r10", "r11",     \
                           "r12", "r13", "r14", "r15", "k0", "k1", "k2", "k3", "k4", "k5", "k6",   \
                           "k7")
#else
#define IN_MEMORY
#endif

#include "engine/machine/v8.h"

/* Ones on the stack, where the next call has its variables. */
static __attribute__((noinline)) void leave_ones(void)
{
    volatile unsigned char ones[4096];
    for (size_t i = 0; i < sizeof ones; i++)
        ones[i] = 0xff;
}

static __attribute__((noinline)) unsigned less_equal(const uint64_t *x, const uint64_t *y)
{
    unsigned bits = u8_where_less_equal(u8_load(x), u8_load(y));
    if (bits == 0)
        return 0;
    IN_MEMORY;
    return bits;
}

static __attribute__((noinline)) unsigned top_bits(const uint64_t *x)
{
    unsigned bits = u8_top_bits(u8_load(x));
    if (bits == 0)
        return 0;
    IN_MEMORY;
    return bits;
}

#if V8_PARTS == 1
#pragma GCC pop_options
#endif

static bool runs_here(void)
{
#if V8_PARTS == 1
    return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq");
#else
    return true;
#endif
}

static void masks_have_eight_bits(void **state)
{
    (void)state;
    const uint64_t middle[8] = {0, 1, UINT64_MAX, 1ull << 63, 12, 5, 1ull << 40, 7};
    if (!runs_here())
        skip();
    for (unsigned want = 0; want < 256; want++) {
        uint64_t x[8], top[8];
        for (int i = 0; i < 8; i++) {
            bool set = want >> i & 1;
            x[i] = set ? middle[i] : middle[i] + 1;
            top[i] = middle[i] >> 1 | (uint64_t)set << 63;
        }
        leave_ones();
        assert_int_equal(less_equal(x, middle), want);
        leave_ones();
        assert_int_equal(top_bits(top), want);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(masks_have_eight_bits),
    };
    return cmocka_run_group_tests_name("v8 masks", tests, NULL, NULL);
}
