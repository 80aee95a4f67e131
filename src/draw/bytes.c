/* Room is doubled when it runs out; a failure is remembered in the bytes, not returned. */
#include "draw/bytes.h"

#include "draw/number.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

static bool reserve(bytes *b, size_t n)
{
    if (b->failed)
        return false;
    if (b->n + n + 1 <= b->capacity)
        return true;
    size_t capacity = 2 * (b->n + n) + 256;
    char *data = realloc(b->data, capacity);
    b->failed = !data;
    if (b->failed)
        return false;
    b->data = data;
    b->capacity = capacity;
    return true;
}

void bytes_add(bytes *b, const void *data, size_t n)
{
    if (!reserve(b, n))
        return;
    if (n)
        memcpy(b->data + b->n, data, n);
    b->n += n;
    b->data[b->n] = 0;
}

void bytes_text(bytes *b, const char *text)
{
    bytes_add(b, text, strlen(text));
}

void bytes_char(bytes *b, char c)
{
    bytes_add(b, &c, 1);
}

void bytes_print(bytes *b, const char *format, ...)
{
    char text[256];
    va_list words;
    va_start(words, format);
    number_vprint(text, sizeof text, format, words);
    va_end(words);
    bytes_text(b, text);
}

void bytes_free(bytes *b)
{
    free(b->data);
    *b = (bytes){0};
}
