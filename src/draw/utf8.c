/* A byte that is not UTF-8 counts as one character. */
#include "draw/utf8.h"

#include <string.h>

/* Bytes that follow a first byte. */
static int followers(unsigned char first)
{
    if (first >= 0xf8)
        return 0;
    return (first >= 0xc0) + (first >= 0xe0) + (first >= 0xf0);
}

unsigned utf8_next(const char **text)
{
    const unsigned char *s = (const unsigned char *)*text;
    int n = followers(*s);
    unsigned code = n ? *s & (0x3fu >> n) : *s;
    for (int i = 1; i <= n; i++) {
        if ((s[i] & 0xc0) != 0x80) { /* broken off */
            code = *s;
            n = 0;
            break;
        }
        code = code << 6 | (s[i] & 0x3fu);
    }
    *text += n + 1;
    return code;
}

bool utf8_valid(const char *text)
{
    static const unsigned least[] = {0, 0, 0x80, 0x800, 0x10000}; /* by the number of bytes */
    while (*text) {
        const char *start = text;
        bool control = (unsigned char)*text < ' ' && *text != '\t' && *text != '\n';
        bool single = (*text & 0x80) != 0;
        unsigned code = utf8_next(&text);
        size_t n = (size_t)(text - start);
        if (control || code == 0x7f || (single && n == 1) || code < least[n] || code > 0x10ffff ||
            (code >= 0xd800 && code < 0xe000))
            return false;
    }
    return true;
}

void utf8_copy(char *out, size_t size, const char *text)
{
    const char *end = text;
    for (const char *next = text; *end && (utf8_next(&next), (size_t)(next - text) < size);)
        end = next;
    memcpy(out, text, (size_t)(end - text));
    out[end - text] = 0;
}

void utf8_add(bytes *out, unsigned code)
{
    if (code < 0x80) {
        bytes_char(out, (char)code);
        return;
    }
    int n = 1 + (code >= 0x800) + (code >= 0x10000);
    unsigned first = (0xff00u >> (n + 1) & 0xff) | code >> 6 * n;
    bytes_char(out, (char)(unsigned char)first);
    while (n--)
        bytes_char(out, (char)(unsigned char)(0x80 | (code >> 6 * n & 0x3f)));
}
