/* Room is doubled when it runs out; a failure is remembered in the bytes, not returned. */
#include "draw/bytes.h"

#include "engine/text/number.h"

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
    va_list words, once_more;
    va_start(words, format);
    va_copy(once_more, words);
    size_t room = reserve(b, 63) ? b->capacity - b->n : 0;
    size_t n = room ? (size_t)number_vprint(b->data + b->n, room, format, words) : 0;
    if (n >= room && reserve(b, n))
        number_vprint(b->data + b->n, n + 1, format, once_more);
    b->n += b->failed ? 0 : n;
    va_end(words);
    va_end(once_more);
}

void bytes_free(bytes *b)
{
    free(b->data);
    *b = (bytes){0};
}
