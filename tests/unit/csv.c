/* Text to columns: shapes, line ends, quotes, missing cells, faults with their place, any bytes;
 * and numbers as text. */
#include "engine/text/csv.h"
#include "engine/text/decimal.h"
#include "engine/text/number.h"

#include <locale.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { MOST = 64 };

/* Reads text of at most MOST rows and columns, all of numbers; the fault, or line = 0 and why = ""
 * for none. */
static csv_fault read_text(const char *text, size_t n, csv_format format, double *out, csv *table,
                           size_t *rows)
{
    static csv_column columns[MOST];
    csv_fault fault = {0};
    *rows = 0;
    if (!csv_open(table, text, n, format, &fault))
        return fault;
    assert_true(table->columns <= MOST && table->most <= MOST);
    for (size_t j = 0; j < table->columns; j++)
        columns[j] = (csv_column){.numbers = out + j * MOST};
    if (!csv_scan(table, columns, &fault))
        return fault;
    assert_true(table->rows <= table->most);
    for (size_t j = 0; j < table->columns; j++)
        if (columns[j].text.text) {
            csv_fail_number(&fault, &columns[j].text, table->format.marks, table->format.sep);
            return fault;
        }
    if (csv_keep(table, columns, rows, &fault))
        *fault.why = '\0';
    return fault;
}

static const csv_format plain = {
    .sep = ',', .marks = {'.', 0}, .header = CSV_NAMES_EXPECTED, .drop = false};
static const csv_format any = {
    .sep = 0, .marks = {0, 0}, .header = CSV_NAMES_EXPECTED, .drop = false};

/* Expects the rows x columns numbers `want`, row by row. */
static void expect(const char *text, csv_format format, size_t rows, size_t columns,
                   const double *want)
{
    static double got[MOST * MOST];
    csv table;
    size_t kept;
    csv_fault fault = read_text(text, strlen(text), format, got, &table, &kept);
    assert_string_equal(fault.why, "");
    assert_int_equal(table.columns, columns);
    assert_int_equal(kept, rows);
    for (size_t i = 0; i < rows; i++)
        for (size_t j = 0; j < columns; j++)
            assert_true(got[j * MOST + i] == want[i * columns + j]);
}

static void expect_fault(const char *text, csv_format format, size_t line, size_t column,
                         const char *why)
{
    static double got[MOST * MOST];
    csv table;
    size_t kept;
    csv_fault fault = read_text(text, strlen(text), format, got, &table, &kept);
    assert_string_equal(fault.why, why);
    assert_int_equal(fault.line, line);
    assert_int_equal(fault.column, column);
}

static void reads_what_people_have(void **state)
{
    (void)state;
    const double want[] = {1, -2.5, 3e-3, 4};
    expect("a,b\n1,-2.5\n3e-3,4\n", plain, 2, 2, want);
    expect("a,b\n1,-2.5\n3e-3,4", plain, 2, 2, want);
    expect("a,b\r\n1,-2.5\r\n3e-3,4\r\n", plain, 2, 2, want);
    expect("a,b\r1,-2.5\r3e-3,4\r", plain, 2, 2, want);
    expect("\xEF\xBB\xBF\"a\",\"b\"\n\"1\",-2.5\n 3e-3 ,\t4 \n", plain, 2, 2, want);
    expect("\n \na,b\n\n1,-2.5\n\n\n.003,+4.\n\r\n  \n", plain, 2, 2, want);
    expect("\"a,\n\"\"1\"\"\",b\n1,-2.5\n3e-3,4\n", plain, 2, 2, want);
    expect("a;b\n1;-2,5\n0,003;4\n",
           (csv_format){.sep = ';', .marks = {',', 0}, .header = CSV_NAMES_EXPECTED, .drop = false},
           2, 2, want);
    expect(
        "a\tb\n1\t-2.5\n3e-3\t 4\n",
        (csv_format){.sep = '\t', .marks = {'.', 0}, .header = CSV_NAMES_EXPECTED, .drop = false},
        2, 2, want);
    expect("1,-2.5\n3e-3,4\n",
           (csv_format){.sep = ',', .marks = {'.', 0}, .header = CSV_NO_NAMES, .drop = false}, 2, 2,
           want);
    expect("2001,2002\n1,-2.5\n3e-3,4\n",
           (csv_format){.sep = ',', .marks = {'.', 0}, .header = CSV_NAMES, .drop = false}, 2, 2,
           want);
    expect("a\n1\n-2.5\n0.003\n4\n\n", plain, 4, 1, want);
    expect("a,b\n", plain, 0, 2, NULL);
}

/* Separators and decimal points that nobody has named. */
static void finds_the_format(void **state)
{
    (void)state;
    const double want[] = {1, -2.5, 3e-3, 4}, whole[] = {1, 2, 3, 4};
    expect("a,b\n1,-2.5\n3e-3,4\n", any, 2, 2, want);
    expect("a;b\n1;-2.5\n3e-3;4\n", any, 2, 2, want);
    expect("a;b\n1;-2,5\n0,003;4\n", any, 2, 2, want);
    expect("a\tb\r\n1\t-2,5\r\n3e-3\t4\r\n", any, 2, 2, want);
    expect("a|b\n1|-2.5\n3e-3|4\n", any, 2, 2, want);
    expect("a b\n1 -2.5\n3e-3 4\n", any, 2, 2, want);
    expect("  a   b  \n  1 -2.5 \n3e-3\t4\n", any, 2, 2, want);
    expect("sep=;\na;b\n1;-2,5\n0,003;4\n", any, 2, 2, want);
    expect("\xEF\xBB\xBFSEP=|\r\na|b\r\n1|-2.5\r\n3e-3|4\r\n", any, 2, 2, want);
    expect("sep=:\na:b\n1:-2.5\n3e-3:4", any, 2, 2, want);
    expect("1;2\n3;4\n", (csv_format){.header = CSV_NO_NAMES}, 2, 2, whole);
    expect("a,x;b\n1;2\n3;4\n", any, 2, 2, whole);
    expect("a;b\n1;2,5\n", (csv_format){.sep = ';'}, 1, 2, (double[]){1, 2.5});
    expect("a|b\n1|2,5\n", (csv_format){.marks = {',', 0}}, 1, 2, (double[]){1, 2.5});
    expect("a;b\n1,500;2,5\n", any, 1, 2, (double[]){1.5, 2.5});
    expect("a;b\n0,500;2\n", any, 1, 2, (double[]){0.5, 2});
    expect_fault(
        "a;b\n1,500;2\n", any, 2, 1,
        "expected a number, got '1,500' (thousands=\",\" reads 1500, dec=\",\" reads 1.5)");
    expect_fault("a;b\n1.5;2,5\n", any, 2, 2, "expected a number, got '2,5' (dec=\",\" reads it)");
    expect("1,2;3\n4,5;6\n", (csv_format){.header = CSV_NO_NAMES}, 2, 2,
           (double[]){1.2, 3, 4.5, 6});
    expect("\"a\" \"b\"\n\"1\" \"-2.5\"\n", any, 1, 2, want);
    expect_fault("a,b;c\nd,e;f\n", any, 0, 0,
                 "expected one separator, got several that fit (option 'sep' says which)");
    expect_fault("a,b\n1,2\n3 4\n", any, 3, 0, "expected 2 cells as in line 1, got 1");
}

/* The line of names may lack the index's; or lines of data end in a separator that it does not. */
static void reads_lines_with_a_cell_more(void **state)
{
    (void)state;
    expect("a,b\n7,1,2\n8,3,4\n", any, 2, 3, (double[]){7, 1, 2, 8, 3, 4});
    expect("\"a\" \"b\"\n\"7\" 1 2\n\"8\" 3 4\n", any, 2, 3, (double[]){7, 1, 2, 8, 3, 4});
    expect_fault("a,b\n1,2,3\n4,5\n", any, 3, 0, "expected 3 cells as in line 2, got 2");
    static double got[MOST * MOST];
    csv table;
    size_t kept;
    read_text("a,b\n7,1,2\n", 10, any, got, &table, &kept);
    assert_true(table.unnamed == 1 && table.named == 2 && table.columns == 3);
    read_text("a,b\n1,2,\n", 9, any, got, &table, &kept);
    assert_true(table.unnamed == 0 && table.named == 2 && table.columns == 3);
}

static void says_what_is_no_text(void **state)
{
    (void)state;
    static const struct {
        const char *bytes, *is;
    } all[] = {{"\x1F\x8B\b", "gzip"},  {"PK\3\4", "zip"},   {"\x93NUMPY\1", "NumPy"},
               {"\xFF\xFEx", "UTF-16"}, {"PAR1", "Parquet"}, {"\x89HDF", "HDF5"}};
    static double got[MOST * MOST];
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        csv table;
        size_t kept;
        csv_fault fault = read_text(all[i].bytes, strlen(all[i].bytes), any, got, &table, &kept);
        assert_true(fault.line == 0 && strstr(fault.why, all[i].is));
    }
}

static void drops_rows_with_missing_cells(void **state)
{
    (void)state;
    const csv_format drop = {
        .sep = ',', .marks = {'.', 0}, .header = CSV_NAMES_EXPECTED, .drop = true};
    const double want[] = {1, 2, 7, 8};
    expect("a,b\n1,2\n3,\nNA,4\n,\n\"\",5\nnan,6\n1,NULL\nn/a,1\n7,8\n", drop, 2, 2, want);
    expect("a\n1\n\n2\n\n", drop, 2, 1, want);
    expect("a,b\n1,2\n7,8\n,", drop, 2, 2, want);
}

static void names_the_place_of_a_fault(void **state)
{
    (void)state;
    expect_fault("a,b\n1,2\n3,abc\n", plain, 3, 2, "expected a number, got 'abc'");
    expect_fault("a,b\n\"1\n\",2\n3,x\n", plain, 2, 1, "expected a number, got '1?'");
    expect_fault("sep=e\naeb\n1e2\n", any, 0, 0,
                 "expected a separator that is neither a letter, a digit, a sign nor a quote, "
                 "got 'e'");
    expect_fault("\"a\nb\",c\n1,2\r\n3,x\n", plain, 4, 2, "expected a number, got 'x'");
    expect_fault("a,b\n1,\n", plain, 2, 2,
                 "expected a number, got an empty cell (na=\"drop\" leaves such rows out)");
    expect_fault("a,b\n1,NA\n", plain, 2, 2,
                 "expected a number, got 'NA' (na=\"drop\" leaves such rows out)");
    expect_fault("a\n1\n\n2\n", plain, 3, 1,
                 "expected a number, got an empty cell (na=\"drop\" leaves such rows out)");
    expect_fault("a,b\n1,2\n3\n", plain, 3, 0, "expected 2 cells as in line 1, got 1");
    expect_fault("a\n1,2\n", plain, 2, 0,
                 "expected 1 cell as in line 1, got 2 (option 'sep' says what is between cells, "
                 "'skip' how many lines stand above the table)");
    expect_fault("a,b\n1,2,3,4\n", plain, 2, 0, "expected 2 cells as in line 1, got 4");
    expect_fault("a,b\n1,\"2\n3,4\n", plain, 2, 2,
                 "expected a closing quote, got the end of the file");
    expect_fault("a,b\n1,\"2\"3\n", plain, 2, 2, "expected ',' after the closing quote");
    expect_fault("", plain, 0, 0, "expected a line of names, got an empty file");
    expect_fault("\xEF\xBB\xBF \r\n\n", plain, 0, 0, "expected a line of names, got an empty file");
    expect_fault("",
                 (csv_format){.sep = ',', .marks = {'.', 0}, .header = CSV_NO_NAMES, .drop = false},
                 0, 0, "expected numbers, got an empty file");
    expect_fault(
        "1,2\n3,4\n", plain, 1, 0,
        "expected names, got numbers (header=false: there are no names, header=true: these "
        "are the names)");
    expect_fault("a\n1234567890123456789012345678901234567890x\n", plain, 2, 1,
                 "expected a number, got '1234567890123456789012345678901234567890..'");
    expect_fault("a\n\xC3\xA9\x01\n", plain, 2, 1, "expected a number, got '\xC3\xA9?'");
    expect_fault("a\n123456789012345678901234567890123456789\xC3\xA9\n", plain, 2, 1,
                 "expected a number, got '123456789012345678901234567890123456789..'");
}

static void decimal_commas_are_never_misread(void **state)
{
    (void)state;
    const csv_format comma = {
        .sep = ';', .marks = {',', 0}, .header = CSV_NAMES_EXPECTED, .drop = false};
    expect_fault("a;b\n1,5;2\n", plain, 2, 0,
                 "expected 1 cell as in line 1, got 2 (option 'sep' says what is between cells, "
                 "'skip' how many lines stand above the table)");
    expect_fault(
        "a\n\"1,5\"\n", plain, 2, 1,
        "expected a number, got '1,5' (dec=\",\" reads it, with another separator than the "
        "comma)");
    expect_fault("a;b\n1.5;2\n", comma, 2, 1, "expected a number, got '1.5' (dec=\".\" reads it)");
    expect_fault("a;b\n1.234,5;2\n", comma, 2, 1,
                 "expected a number, got '1.234,5' (thousands=\".\" reads it)");
}

/* Marks between thousands, where they are asked for; else the fault names the options. */
static void reads_thousands(void **state)
{
    (void)state;
    const double want[] = {1234567.5, -1234, 12, 0.25};
    csv_format english = {.marks = {'.', ','}}, german = {.marks = {',', '.'}};
    csv_format french = {.marks = {',', ' '}}, swiss = {.marks = {'.', '\''}};
    expect("a,b\n\"1,234,567.5\",\"-1,234\"\n12,.25\n", english, 2, 2, want);
    expect("a;b\n1,234,567.5;-1,234\n12;0.25\n", english, 2, 2, want);
    expect("a;b\n1.234.567,5;-1.234\n12;0,25\n", german, 2, 2, want);
    expect("a;b\n1 234 567,5;-1 234\n12;0,25\n", french, 2, 2, want);
    expect("a;b\n1\u00A0234\u202F567,5;-1\u2009234\n12;0,25\n", french, 2, 2, want);
    expect("a,b\n1'234'567.5,-1\u2019234\n12,.25\n", swiss, 2, 2, want);
    static const char *const wrong[] = {"1,23",   "1234,567", ",123",   "1,,234",
                                        "1,2345", "12.5,000", "1,234,", "9,007,199,254,740,993"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        char text[100];
        snprintf(text, sizeof text, "a;b\n1;%s\n", wrong[i]);
        csv table;
        static double got[MOST * MOST];
        size_t kept;
        csv_fault fault = read_text(text, strlen(text), english, got, &table, &kept);
        assert_int_equal(fault.line, 2);
        assert_int_equal(fault.column, 2);
    }
    expect_fault("a,b\n1,\"1,234\"\n", any, 2, 2,
                 "expected a number, got '1,234' (thousands=\",\" reads it)");
    expect_fault("a;b\n1;1.234,5\n", any, 2, 2,
                 "expected a number, got '1.234,5' (dec=\",\", thousands=\".\" reads it)");
    expect_fault("a;b\n2,5;1.234\n", any, 2, 2,
                 "expected a number, got '1.234' (thousands=\".\" reads 1234, dec=\".\" reads "
                 "1.234)");
    expect_fault("a,b\n1,1 234\n", any, 2, 2,
                 "expected a number, got '1 234' (thousands=\" \" reads it)");
    expect_fault(
        "a,b\n1,\"1,23\"\n", any, 2, 2,
        "expected a number, got '1,23' (dec=\",\" reads it, with another separator than the "
        "comma)");
}

static void passes_over_the_top(void **state)
{
    (void)state;
    const double want[] = {1, 2};
    csv_format comment = {.comment = '#'}, skip = {.skip = 2}, both = {.skip = 1, .comment = '#'};
    expect("# one, two\n\n  # three\na,b\n1,2\n", comment, 1, 2, want);
    expect("\xEF\xBB\xBF# one\r\na,b\r\n1,2\r\n", comment, 1, 2, want);
    expect("a,b\n1,2\n", comment, 1, 2, want);
    expect("Report\n\"of\na,b\n1,2\n", skip, 1, 2, want);
    expect("Report\n#\n#\na,b\n1,2\n", both, 1, 2, want);
    expect_fault("# x\n", comment, 0, 0, "expected a line of names, got only lines to pass over");
    expect_fault("x\n", skip, 0, 0, "expected a line of names, got only lines to pass over");
    expect_fault("# by ann\na,b\n1,2\n", any, 2, 0,
                 "expected 1 cell as in line 1, got 2 (comment=\"#\" passes over lines at the top "
                 "that begin with it)");
}

/* Some bytes that matter, in every order that a generator makes: no crash, and shapes that hold. */
static void survives_any_bytes(void **state)
{
    (void)state;
    static const char alphabet[] = "\"\",,;\n\r\n1.5-eNA ax\t\0\xEF\xBB\xBF\xFF";
    static double got[MOST * MOST];
    uint64_t seed = 1;
    for (int round = 0; round < 100000; round++) {
        char text[48];
        size_t n = 0, kept, most = (size_t)round % sizeof text;
        for (; n < most; n++) {
            seed = seed * 6364136223846793005u + 1442695040888963407u;
            text[n] = alphabet[(seed >> 33) % (sizeof alphabet - 1)];
        }
        csv table;
        char *exact = malloc(n + !n); /* so that a read past the end is seen */
        memcpy(exact, text, n);
        csv_format format = {.sep = ",;\t \0\0"[round % 6],
                             .marks = {".\0"[round % 2], "\0, '"[round / 7 % 4]},
                             .header = (csv_header)(round % 3),
                             .drop = round & 4,
                             .skip = (size_t)(round / 11 % 3),
                             .comment = "\0a,"[round / 13 % 3]};
        csv_fault fault = read_text(exact, n, format, got, &table, &kept);
        assert_true(*fault.why ? strlen(fault.why) < sizeof fault.why : kept <= table.rows);
        free(exact);
    }
}

/* Every decimal that the short way reads is what strtod, which rounds correctly, makes of it. */
static void reads_decimals_to_the_last_bit(void **state)
{
    (void)state;
    uint64_t bits = 1;
    int read = 0;
    for (int i = 0; i < 300000; i++) {
        char text[64];
        double x, y;
        bits = bits * 6364136223846793005u + 1442695040888963407u;
        int exponent = (int)(bits >> 20) % 60 - 30, digits = 1 + (int)((bits >> 40) % 20);
        uint64_t middle = ((bits >> 12 | (uint64_t)1 << 52) << 1 | 1); /* between two doubles */
        if (i % 4 == 0)
            snprintf(text, sizeof text, "%.*e", digits, ldexp((double)(bits >> 11), exponent));
        else if (i % 4 == 1)
            snprintf(text, sizeof text, "%.*f", digits,
                     ldexp((double)(bits >> 11), -(int)(bits % 70)));
        else if (i % 4 == 2)
            snprintf(text, sizeof text, "-%.*Lf", 5 + digits,
                     ldexpl((long double)middle, -(int)(bits >> 5) % 64));
        else
            snprintf(text, sizeof text, "%.*se%d", digits, "9007199254740993007", exponent);
        const char *end = decimal_read(text, text + strlen(text), '.', &x);
        if (!end)
            continue;
        y = strtod(text, NULL);
        assert_true(*end == '\0' && memcmp(&x, &y, sizeof x) == 0);
        read++;
    }
    assert_true(read > 150000);
}

static double parsed(const char *text)
{
    double x = NAN;
    return number_parse(text, strlen(text), '.', &x) ? x : NAN;
}

static void reads_numbers(void **state)
{
    (void)state;
    assert_true(parsed("0.1") == 0.1 && parsed("-1e-5") == -1e-5 && parsed("+.5E+1") == 5);
    assert_true(parsed("5e-324") == 5e-324 && parsed("1e-400") == 0);
    assert_true(parsed("1.7976931348623157e308") == 1.7976931348623157e308);
    assert_true(parsed("9007199254740993") == 9007199254740992); /* halfway: to even */
    assert_true(parsed("9007199254740993.0000000000000000000000000000001") == 9007199254740994);
    assert_true(parsed("inf") == INFINITY && parsed("-Infinity") == -INFINITY);
    static const char *const wrong[] = {"",     ".",   "-",  "e5",   "1e",    "1e+",
                                        "0x10", "1 ",  " 1", "nan",  "1e999", "1.2.3",
                                        "1,5",  "--1", "1f", "infin"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        assert_true(isnan(parsed(wrong[i])));
    char digits[1200];
    memset(digits, '1', sizeof digits);
    double x;
    assert_false(number_parse(digits, sizeof digits, '.', &x));
    assert_false(number_parse("1\0"
                              "2",
                              3, '.', &x));
    assert_true(number_parse("1,5", 3, ',', &x) && x == 1.5);
    assert_false(number_parse("1.5", 3, ',', &x));
}

static void writes_numbers(void **state)
{
    (void)state;
    char text[NUMBER_TEXT];
    assert_int_equal(number_text(text, 0.1, 17), 19);
    assert_string_equal(text, "0.10000000000000001");
    number_text(text, -NAN, 17);
    assert_string_equal(text, "nan");
    number_text(text, -INFINITY, 17);
    assert_string_equal(text, "-inf");
    number_text(text, -0.0, 17);
    assert_string_equal(text, "-0");
    number_text(text, -0.0, 6);
    assert_string_equal(text, "0");
    uint64_t bits = 1;
    for (int i = 0; i < 10000; i++) {
        double x;
        bits = bits * 6364136223846793005u + 1442695040888963407u;
        memcpy(&x, &bits, sizeof x);
        if (isfinite(x)) {
            number_text(text, x, 17);
            assert_true(parsed(text) == x);
        }
    }
}

/* Skipped where no locale with a decimal comma is installed. */
static void no_locale_changes_a_number(void **state)
{
    static const char *const names[] = {"de_DE.UTF-8", "de_DE", "fr_FR.UTF-8", "nl_NL.UTF-8"};
    size_t i = 0;
    while (i < 4 && !setlocale(LC_NUMERIC, names[i]))
        i++;
    if (i == 4)
        skip();
    assert_string_equal(localeconv()->decimal_point, ",");
    reads_numbers(state);
    writes_numbers(state);
    setlocale(LC_NUMERIC, "C");
}

/* Two digits of the error say how many a number has. */
static void matches_digits(void **state)
{
    (void)state;
    static const struct {
        double x, error;
        const char *text;
    } all[] = {
        {0.94163, 0.0045, "0.9416"},
        {0.0045, 0.0045, "0.0045"},
        {1234567, 8900, "1234567"},
        {0.5, 12.3, "0"},
        {-1e-9, 0.01, "0.000"},
        {-0.0123, 0.01, "-0.012"},
        {-0.00000168, 2.4e-7, "-1.68e-06"},
        {2.4e-7, 2.4e-7, "2.4e-07"},
        {0, 2.4e-7, "0e+00"},
        {1.0 / 3, 0, "0.333333"},
        {1.0 / 3, NAN, "0.333333"},
        {NAN, 1, "nan"},
        {1, INFINITY, "1"},
        {1, 1e-30, "1"},
        {1e20, 1e18, "1e+20"},
    };
    char text[NUMBER_TEXT];
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        assert_int_equal(number_matched(text, all[i].x, all[i].error), strlen(all[i].text));
        assert_string_equal(text, all[i].text);
    }
}

/* Empty lines are no rows: many columns and many of them take no room of the product's size. */
static void has_room_for_rows_alone(void **state)
{
    (void)state;
    char text[4096] = "a,b,c,d\n1,2,3,4\n";
    size_t n = strlen(text);
    memset(text + n, '\n', 4000);
    memcpy(text + n + 4000, "5,,,", 4);
    csv table;
    csv_fault fault;
    assert_true(csv_open(&table, text, n + 4004, (csv_format){.marks = {'.', 0}}, &fault));
    assert_in_range(table.most, 2, 4020 / 4);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reads_what_people_have),
        cmocka_unit_test(finds_the_format),
        cmocka_unit_test(reads_lines_with_a_cell_more),
        cmocka_unit_test(says_what_is_no_text),
        cmocka_unit_test(reads_decimals_to_the_last_bit),
        cmocka_unit_test(drops_rows_with_missing_cells),
        cmocka_unit_test(names_the_place_of_a_fault),
        cmocka_unit_test(decimal_commas_are_never_misread),
        cmocka_unit_test(has_room_for_rows_alone),
        cmocka_unit_test(reads_thousands),
        cmocka_unit_test(passes_over_the_top),
        cmocka_unit_test(survives_any_bytes),
        cmocka_unit_test(reads_numbers),
        cmocka_unit_test(writes_numbers),
        cmocka_unit_test(matches_digits),
        cmocka_unit_test(no_locale_changes_a_number),
    };
    return cmocka_run_group_tests_name("csv", tests, NULL, NULL);
}
