/* The generator's words: moments, distance, bytes, pairs, triples, ones, ranks and birthdays of
 * 2^28 of a stream, and of 2^24 of streams that are neighbours. Flaws must be seen. */
#include "battery.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

enum { LONG = 1 << 28, SHORT = 1 << 24 };

static battery b;

static family family_of(source *s, size_t words)
{
    static uint64_t word[BEFORE + SOURCE_BLOCK];
    memset(&b, 0, sizeof b);
    source_start(s);
    s->fill(s, word + BEFORE);
    for (size_t done = 0; done < words; done += SOURCE_BLOCK) {
        memcpy(word, word + SOURCE_BLOCK, BEFORE * sizeof *word);
        s->fill(s, word + BEFORE);
        battery_add(&b, word + BEFORE, SOURCE_BLOCK);
    }
    family f = battery_judge(&b);
    family_print(&f, s->name);
    return f;
}

static void streams_pass_and_flaws_do_not(void **state)
{
    const size_t longest = getenv("QUICK") ? SHORT : LONG;
    (void)state;
    for (size_t k = 0; k < SOURCES; k++) {
        family f = family_of(&sources[k], k == 0 ? longest : SHORT);
        if (family_fails(&f) != sources[k].flawed)
            fail_msg("%s: %s, p-value %g", sources[k].name, f.name, f.least);
    }
}

int main(void)
{
    const struct CMUnitTest list[] = {cmocka_unit_test(streams_pass_and_flaws_do_not)};
    return cmocka_run_group_tests_name("generator", list, NULL, NULL);
}
