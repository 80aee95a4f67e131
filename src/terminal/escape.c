/* Which bytes may follow each other: Table 3-7 of the Unicode standard. */
#include "terminal/escape.h"

#include <string.h>

/* Bytes of the character at s, of which there are n >= 1, so more than n where its end is missing;
 * 0 where none begins there. */
static size_t character(const unsigned char *s, size_t n)
{
    unsigned char low = s[0] == 0xe0 ? 0xa0 : s[0] == 0xf0 ? 0x90 : 0x80;
    unsigned char high = s[0] == 0xed ? 0x9f : s[0] == 0xf4 ? 0x8f : 0xbf;
    if (s[0] < 0x80)
        return 1;
    if (s[0] < 0xc2 || s[0] > 0xf4)
        return 0;
    size_t length = s[0] < 0xe0 ? 2 : s[0] < 0xf0 ? 3 : 4;
    for (size_t i = 1; i < length && i < n; i++) {
        if (s[i] < low || s[i] > high)
            return 0;
        low = 0x80;
        high = 0xbf;
    }
    return length;
}

/* A byte alone: of ASCII or, where it is no part of a character, of Latin-1. */
static void add_byte(bytes *out, char c)
{
    static const char names[] = "\"\\\n\r\t", letters[] = "\"\\nrt";
    const char *name = c ? strchr(names, c) : NULL;
    if (name)
        bytes_print(out, "\\%c", letters[name - names]);
    else if ((unsigned char)c < ' ' || (unsigned char)c >= 0x7f)
        bytes_print(out, "\\u%04x", (unsigned)(unsigned char)c);
    else
        bytes_char(out, c);
}

size_t escape_add(bytes *out, const char *text, size_t n)
{
    size_t i = 0;
    while (i < n) {
        size_t length = character((const unsigned char *)text + i, n - i);
        if (length > n - i)
            break;
        if (length > 1)
            bytes_add(out, text + i, length);
        else
            add_byte(out, text[i]);
        i += length ? length : 1;
    }
    return i;
}

void escape_all(bytes *out, const char *text, size_t n)
{
    for (size_t i = escape_add(out, text, n); i < n; i++)
        add_byte(out, text[i]);
}
