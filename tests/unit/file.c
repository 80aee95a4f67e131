/* A file that is written takes the old one's place whole, and what a killed writer left goes. */
#include "engine/machine/file.h"

#include <fcntl.h>
#include <limits.h>
#include <setjmp.h>
#include <stdatomic.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

static const char *path(const char *ending)
{
    static char name[PATH_MAX];
    const char *folder = getenv("TMPDIR");
    snprintf(name, sizeof name, "%s/file%s", folder ? folder : "/tmp", ending);
    return name;
}

static bool is_there(const char *ending)
{
    return access(path(ending), F_OK) == 0;
}

static void expect(const char *text)
{
    static const atomic_int never;
    char got[100];
    size_t n = sizeof got;
    assert_int_equal(file_read(path(""), got, &n, &never), 0);
    assert_int_equal(n, strlen(text));
    assert_memory_equal(got, text, n);
}

static void save(const char *text)
{
    assert_int_equal(file_write(path(""), text, strlen(text), NULL), 0);
    expect(text);
}

static int leave(const char *ending)
{
    int fd = open(path(ending), O_WRONLY | O_CREAT, 0666);
    assert_int_equal(write(fd, "half", 4), 4);
    return fd;
}

static void what_was_left_goes(void **state)
{
    (void)state;
    save("old");
    close(leave(".debias-0.part"));
    close(leave(".0.part")); /* somebody else's */
    save("new");
    assert_true(!is_there(".debias-0.part") && is_there(".0.part"));
    unlink(path(".0.part"));
}

static void what_another_writes_stays(void **state)
{
    (void)state;
    int fd = leave(".debias-0.part");
    assert_int_equal(flock(fd, LOCK_EX), 0);
    save("newer");
    assert_true(is_there(".debias-0.part") && !is_there(".debias-1.part"));
    close(fd);
    save("newest");
    assert_false(is_there(".debias-0.part"));
}

static void the_mode_stays_and_links_are_followed(void **state)
{
    (void)state;
    struct stat file;
    char target[PATH_MAX];
    snprintf(target, sizeof target, "%s", path(""));
    assert_int_equal(chmod(target, 0640), 0);
    assert_int_equal(symlink(target, path(".link")), 0);
    assert_int_equal(file_write(path(".link"), "by link", 7, NULL), 0);
    expect("by link");
    assert_int_equal(stat(target, &file), 0);
    assert_int_equal(file.st_mode & 0777, 0640);
    unlink(path(".link"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_was_left_goes),
        cmocka_unit_test(what_another_writes_stays),
        cmocka_unit_test(the_mode_stays_and_links_are_followed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
