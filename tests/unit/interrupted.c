/* What goes over much data looks at the interrupt on its way: once it is set, hardly anything more
 * is done. */
#include "engine/grouped/ids.h"
#include "engine/machine/file.h"
#include "engine/machine/memory.h"
#include "engine/number/array.h"
#include "engine/number/moment.h"
#include "engine/split/sample.h"
#include "engine/text/csv.h"

#include <errno.h>
#include <math.h>
#include <setjmp.h>
#include <stdatomic.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static const atomic_int set = 1, unset = 0;

static void products(void **state)
{
    (void)state;
    const double a[] = {1, 2, 3, 4}, b[] = {5, 6, 7, 8};
    double out[4] = {0};
    assert_false(array_product(2, 2, 2, a, b, out, &set));
    assert_true(out[0] == 0 && out[3] == 0);
    assert_true(array_product(2, 2, 2, a, b, out, &unset));
    assert_true(out[0] == 19 && out[1] == 22 && out[2] == 43 && out[3] == 50);
}

static void elements(void **state)
{
    (void)state;
    const double a[] = {1, 4};
    double out[2] = {0};
    array_map(sqrt, 2, a, out, &set);
    array_zip(fmin, 2, a, 1, a, 1, out, &set);
    assert_true(out[0] == 0 && out[1] == 0);
    array_map(sqrt, 2, a, out, &unset);
    assert_true(out[0] == 1 && out[1] == 2);
}

static void numbers(void **state)
{
    (void)state;
    static array_reduction *const all[] = {array_sum, array_norm, array_mean, array_var,
                                           array_sd,  array_min,  array_max};
    const double a[] = {3, 4}, of_first[] = {0, 0, 0, 0, 0, 3, 3};
    const double of_all[] = {7, 5, 3.5, 0.5, 0.70710678118654757, 3, 4};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        assert_true(all[i](2, a, &set) == of_first[i]);
        assert_true(all[i](2, a, &unset) == of_all[i]);
    }
    assert_true(array_dot_until(2, a, a, &set) == 0 && array_dot_until(2, a, a, &unset) == 25);
    assert_false(array_equal(1, a, a + 1, &unset));
    assert_true(array_equal(1, a, a + 1, &set));
}

static void copies(void **state)
{
    (void)state;
    char out[] = "old";
    assert_false(memory_copy(out, "new", 3, &set));
    assert_string_equal(out, "old");
    assert_true(memory_copy(out, "new", 3, &unset) && memory_copy(out, "new", 3, NULL));
    assert_string_equal(out, "new");
}

static void moments(void **state)
{
    (void)state;
    const double values[] = {1, 3};
    long double mu[3];
    assert_true(moment_mean(2, values, 1, NULL, &set) == 0);
    assert_true(moment_mean(2, values, 1, NULL, &unset) == 2);
    moment_of_atoms(2, values, NULL, 2, 2, &set, mu);
    assert_true(mu[0] == 0);
    moment_of_atoms(2, values, NULL, 2, 2, &unset, mu);
    assert_true(mu[0] == 1 && mu[1] == 0 && mu[2] == 1);
}

static void tables(void **state)
{
    (void)state;
    static const char text[] = "a\n1\n2\n3\n";
    double numbers[8];
    csv_column column = {.numbers = numbers};
    csv_fault fault;
    csv table;
    assert_true(csv_open(&table, text, strlen(text), (csv_format){.marks = {'.', 0}}, &fault));
    table.interrupt = &set;
    assert_true(csv_scan(&table, &column, &fault));
    assert_int_equal(table.rows, 0);
    table.interrupt = &unset;
    assert_true(csv_scan(&table, &column, &fault));
    assert_int_equal(table.rows, 3);
}

static void samples(void **state)
{
    (void)state;
    const double data[] = {3, 1, 2};
    double rows[3] = {0}, largest;
    uint32_t order[3], scratch[3];
    sample s = {.n = 3, .in = 1, .rows = rows, .largest = &largest};
    assert_false(sample_read(&s, data, order, scratch, &set));
    assert_true(rows[2] == 0);
    assert_true(sample_read(&s, data, order, scratch, &unset));
    assert_true(rows[0] == 1 && rows[1] == 2 && rows[2] == 3);
}

static void groups(void **state)
{
    (void)state;
    const id_key key[] = {{"b", 1}, {"a", 1}, {"b", 1}, {"ab", 2}};
    static _Alignas(ARENA_ALIGN) char block[1 << 12];
    arena memory = {.block = block};
    ids d;
    ids_layout(&d, 4, &memory);
    assert_true(memory.used <= sizeof block);
    assert_false(ids_find(&d, key, false, &set));
    assert_true(ids_find(&d, key, false, &unset));
    assert_int_equal(d.groups, 3);
    assert_true(d.row[0] == 1 && d.row[1] == 3 && d.row[2] == 0 && d.row[3] == 2);
}

static void files(void **state)
{
    (void)state;
    char name[4096], got[8];
    const char *folder = getenv("TMPDIR");
    size_t n = sizeof got;
    snprintf(name, sizeof name, "%s/file", folder ? folder : "/tmp");
    assert_int_equal(file_write(name, "text", 4, &unset), 0);
    assert_int_equal(file_write(name, "other", 5, &set), EINTR);
    assert_int_equal(file_read(name, got, &n, &set), EINTR);
    n = sizeof got;
    assert_int_equal(file_read(name, got, &n, &unset), 0);
    assert_int_equal(n, 4);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(products), cmocka_unit_test(elements), cmocka_unit_test(copies),
        cmocka_unit_test(moments),  cmocka_unit_test(tables),   cmocka_unit_test(samples),
        cmocka_unit_test(groups),   cmocka_unit_test(files),    cmocka_unit_test(numbers),
    };
    return cmocka_run_group_tests_name("interrupted", tests, NULL, NULL);
}
