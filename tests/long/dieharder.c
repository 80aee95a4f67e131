/* Words through dieharder (Brown, 2003): those of its tests that it calls good and that take less
 * than minutes, each on the start of some sources of sources.h. A flaw must be seen. */
#include "pvalue.h"
#include "sources.h"

#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* Numbers of its tests: birthdays, operm5, ranks of 6 x 8, bitstream, ones, parking lot, squeeze,
 * runs, craps, and those of NIST and of Bauer. */
static const int tests[] = {0, 1, 3, 4, 8, 9, 10, 13, 15, 16, 100, 101, 205, 206, 207, 208, 209};
enum { TESTS = sizeof tests / sizeof *tests };

/* Gives a test of dieharder's words until it has enough. What it says goes to a file. */
static void feed(int number, source *of, const char *path)
{
    static uint64_t block[SOURCE_BLOCK];
    char command[4096];
    snprintf(command, sizeof command,
             "dieharder -g 200 -S 1 -D test_name -D pvalues -d %d >'%s' 2>/dev/null", number, path);
    FILE *in = popen(command, "w");
    assert_non_null(in);
    source_start(of);
    do
        of->fill(of, block);
    while (fwrite(block, sizeof block, 1, in) == 1);
    pclose(in);
}

/* Adds the p-values of lines "name|p". */
static void read_values(const char *path, family *f)
{
    static char names[1000][32];
    char line[256];
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    while (fgets(line, sizeof line, file)) {
        char *bar = strchr(line, '|'), *name = names[f->tests];
        assert_true(bar && f->tests < 1000);
        snprintf(name, sizeof *names, "%.*s", (int)(bar - line), line);
        family_add(f, name + strspn(name, " "), strtod(bar + 1, NULL));
    }
    fclose(file);
}

/* A flaw is seen by the first of them. */
static family family_of(source *s)
{
    family f = {0};
    char path[2048];
    snprintf(path, sizeof path, "%s/dieharder", getenv("TMPDIR") ? getenv("TMPDIR") : "/tmp");
    for (int k = 0; k < TESTS && !(s->flawed && f.tests && family_fails(&f)); k++) {
        int before = f.tests;
        feed(tests[k], s, path);
        read_values(path, &f);
        assert_true(f.tests > before);
    }
    remove(path);
    family_print(&f, s->name);
    return f;
}

static void streams_pass_and_flaws_do_not(void **state)
{
    (void)state;
    if (system("command -v dieharder >/dev/null 2>&1"))
        skip();
    for (size_t k = 0; k < SOURCES; k++) {
        if (!sources[k].outside)
            continue;
        family f = family_of(&sources[k]);
        if (family_fails(&f) != sources[k].flawed)
            fail_msg("%s: %s, p-value %g", sources[k].name, f.name, f.least);
    }
}

int main(void)
{
    signal(SIGPIPE, SIG_IGN); /* dieharder closes its end when it has enough */
    const struct CMUnitTest list[] = {cmocka_unit_test(streams_pass_and_flaws_do_not)};
    return cmocka_run_group_tests_name("dieharder", list, NULL, NULL);
}
