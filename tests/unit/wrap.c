/* Text in the lines of a window: nothing is lost, no line that can be broken is wider, however long
 * a word is. */
#include "terminal/wrap.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { COLUMNS = 40 };

static void expect(const char *text, const char *want)
{
    bytes out = {0};
    wrap_add(&out, text, 0, COLUMNS);
    assert_string_equal(out.data, want);
    bytes_free(&out);
}

static void lines_are_broken_at_words(void **state)
{
    (void)state;
    expect("one two three four five six seven eight nine ten\n",
           "one two three four five six seven eight\nnine ten\n");
    expect("  one two three four five six seven eight nine\n",
           "  one two three four five six seven\n    eight nine\n");
}

static void words_are_broken_at_marks(void **state)
{
    (void)state;
    expect("a,bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb,ccccccc,d\n",
           "a,bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb,\nccccccc,d\n");
    expect("/aaaaaaaaaaaaaaaaaaaa/bbbbbbbbbbbbbbbbbbbb/c\n",
           "/aaaaaaaaaaaaaaaaaaaa/bbbbbbbbbbbbbbbbbbbb/c\n");
}

/* A word that begins beyond the window is broken like any other. */
static void a_word_beyond_the_window_is_broken(void **state)
{
    (void)state;
    char text[200];
    memset(text, ' ', 60);
    strcpy(text + 60, "a,bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb,c");
    bytes out = {0};
    wrap_add(&out, text, 0, COLUMNS);
    assert_string_equal(out.data, text);
    bytes_free(&out);
}

/* Each part of a word is looked at once: many times would take minutes. */
static void a_word_may_be_very_long(void **state)
{
    (void)state;
    const size_t n = 4000000;
    char *text = malloc(n + 1);
    for (size_t i = 0; i < n; i++)
        text[i] = "a,"[i % 2];
    text[n] = '\0';
    bytes out = {0};
    wrap_add(&out, text, 0, COLUMNS);
    assert_int_equal(out.n, n + n / COLUMNS - 1);
    for (size_t i = 0; i < out.n; i++)
        if ((out.data[i] == '\n') != (i % (COLUMNS + 1) == COLUMNS))
            fail_msg("byte %zu: %d", i, out.data[i]);
    bytes_free(&out);
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lines_are_broken_at_words),
        cmocka_unit_test(words_are_broken_at_marks),
        cmocka_unit_test(a_word_beyond_the_window_is_broken),
        cmocka_unit_test(a_word_may_be_very_long),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
