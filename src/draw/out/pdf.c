/* The table of a PDF file: after "xref" lines of 20 bytes, the place of each object in 10 digits,
 * 5 digits more, and n where the object is in use. Where one was never written another one stands.
 */
#include "draw/out/pdf.h"

#include <stdlib.h>
#include <string.h>

enum { LINE = 20, TAIL = 64 };

/* The place of the table as the end of the file gives it; 0 where it does not. */
static size_t table_of(const bytes *file)
{
    static const char word[] = "startxref\n";
    const size_t length = sizeof word - 1; /* what stands before it may be binary */
    for (size_t at = file->n > TAIL ? file->n - TAIL : 0; at + length <= file->n; at++)
        if (memcmp(file->data + at, word, length) == 0)
            return (size_t)strtoul(file->data + at + length, NULL, 10);
    return 0;
}

static bool is_object(const bytes *file, size_t place, unsigned long number)
{
    char *end;
    return place < file->n && strtoul(file->data + place, &end, 10) == number &&
           strncmp(end, " 0 obj", 6) == 0;
}

bool pdf_is_whole(const bytes *file)
{
    size_t table = table_of(file);
    if (table == 0 || table + LINE > file->n)
        return false;
    if (strncmp(file->data + table, "xref\n", 5) != 0)
        return true;
    char *at = file->data + table + 5;
    unsigned long first = strtoul(at, &at, 10), n = strtoul(at, &at, 10);
    const char *line = at + strspn(at, "\r\n ");
    for (unsigned long i = 0; i < n && line + LINE <= file->data + file->n; i++, line += LINE)
        if (line[17] == 'n' && !is_object(file, strtoul(line, NULL, 10), first + i))
            return false;
    return true;
}
