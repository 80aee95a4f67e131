/* JSON in ASCII, because not every format keeps other characters. */
#include "draw/out/metadata.h"

#include "draw/utf8.h"

/* JSON text with every character beyond ASCII escaped; such characters stand in strings only. */
static void add_ascii(bytes *out, const char *json)
{
    while (*json) {
        unsigned code = utf8_next(&json);
        if (code < 0x80) {
            bytes_char(out, (char)code);
        } else if (code < 0x10000) {
            bytes_print(out, "\\u%04x", code);
        } else {
            code -= 0x10000;
            bytes_print(out, "\\u%04x\\u%04x", 0xd800 + (code >> 10), 0xdc00 + (code & 0x3ff));
        }
    }
}

void metadata_recipe(bytes *out, const char *version, const char *seed, const char *spec)
{
    bytes_print(out, "{\"debias\":\"%s\"", version);
    if (seed)
        bytes_print(out, ",\"seed\":%s", seed);
    if (spec) {
        bytes_text(out, ",\"spec\":");
        add_ascii(out, spec);
    }
    bytes_char(out, '}');
}
