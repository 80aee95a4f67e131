/* Chunks of text are put into the picture after its header. */
#include "draw/out/png.h"

#include "draw/utf8.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

static uint32_t crc32_of(const unsigned char *data, size_t n)
{
    uint32_t crc = 0xffffffffu;
    for (size_t i = 0; i < n; i++) {
        crc ^= data[i];
        for (int bit = 0; bit < 8; bit++)
            crc = crc >> 1 ^ (crc & 1 ? 0xedb88320u : 0);
    }
    return ~crc;
}

static void add_word(bytes *out, uint32_t word)
{
    const unsigned char big_endian[] = {(unsigned char)(word >> 24), (unsigned char)(word >> 16),
                                        (unsigned char)(word >> 8), (unsigned char)word};
    bytes_add(out, big_endian, 4);
}

/* A chunk: length, type, content, which is freed, and a checksum of the last two. */
static void add_chunk(bytes *out, const char *type, bytes *content)
{
    out->failed = out->failed || content->failed;
    add_word(out, (uint32_t)content->n);
    size_t start = out->n;
    bytes_add(out, type, 4);
    bytes_add(out, content->data, content->n);
    if (!out->failed)
        add_word(out, crc32_of((const unsigned char *)out->data + start, out->n - start));
    bytes_free(content);
}

/* A minus sign becomes '-', what Latin-1 does not have '?'. */
static char latin1(unsigned code)
{
    if (code == 0x2212)
        return '-';
    return code > 0xff ? '?' : (char)(unsigned char)code;
}

/* tEXt is Latin-1. */
static void add_text(bytes *out, const char *key, const char *text)
{
    bytes content = {0};
    bytes_add(&content, key, strlen(key) + 1);
    while (*text)
        bytes_char(&content, latin1(utf8_next(&text)));
    add_chunk(out, "tEXt", &content);
}

static void add_resolution(bytes *out, double dpi)
{
    bytes content = {0};
    uint32_t per_meter = (uint32_t)lround(dpi / 0.0254);
    add_word(&content, per_meter);
    add_word(&content, per_meter);
    bytes_char(&content, 1);
    add_chunk(out, "pHYs", &content);
}

void png_describe(const bytes *in, const out_metadata *data, double dpi, bytes *out)
{
    const size_t header = 8 + 25; /* signature and IHDR */
    bytes_add(out, in->data, header);
    add_resolution(out, dpi);
    add_text(out, "Title", data->title);
    add_text(out, "Description", data->description);
    add_text(out, "Software", data->creator);
    add_text(out, "debias", data->recipe);
    bytes_add(out, in->data + header, in->n - header);
}
