/* ESC _ G KEYS ; BASE64 ESC \, in chunks of at most 4096 characters of base64; all but the last one
 * say m=1. Keys: a=T transmit and show, f=100 PNG, q=2 no reply, i the image, p its placement, C=1
 * the cursor stays, c and r cells, U=1 shown where the text holds U+10EEEE. */
#include "terminal/out_kitty.h"

#include "draw/utf8.h"
#include "terminal/base64.h"
#include "terminal/passthrough.h"

enum { CHUNK = 3072 }; /* bytes that make 4096 characters */

/* Chunk by chunk, because tmux limits the length of what it hands on. */
static void transmit(const bytes *png, const picture_place *place, bytes *out)
{
    bytes chunk = {0};
    for (size_t i = 0; i < png->n; i += CHUNK) {
        size_t n = png->n - i < CHUNK ? png->n - i : CHUNK;
        chunk.n = 0;
        bytes_text(&chunk, "\033_G");
        if (i == 0)
            bytes_print(&chunk, "a=T,f=100,q=2,i=%u,p=1,c=%zu,r=%zu,%s,", place->id, place->columns,
                        place->rows, place->tmux ? "U=1" : "C=1");
        bytes_print(&chunk, "m=%d;", i + n < png->n);
        base64_add(&chunk, png->data + i, n);
        bytes_text(&chunk, "\033\\");
        passthrough_add(out, &chunk, place->tmux);
    }
    bytes_free(&chunk);
}

/* The characters in whose cells the image is shown. Their colour is the lowest byte of the image's
 * number; three combining characters on the first of a row are the row, column 0 and the highest
 * byte of that number; the others of the row count on. */
static void put_placeholders(const picture_place *place, bytes *out)
{
    static const unsigned short number[KITTY_ROWS] = {
        0x305, 0x30d, 0x30e, 0x310, 0x312, 0x33d, 0x33e, 0x33f, 0x346, 0x34a, 0x34b, 0x34c,
        0x350, 0x351, 0x352, 0x357, 0x35b, 0x363, 0x364, 0x365, 0x366, 0x367, 0x368, 0x369,
        0x36a, 0x36b, 0x36c, 0x36d, 0x36e, 0x36f, 0x483, 0x484, 0x485, 0x486, 0x487};
    for (size_t row = 0; row < place->rows; row++) {
        bytes_print(out, "\033[38;5;%um", place->id & 0xff);
        for (size_t column = 0; column < place->columns; column++) {
            utf8_add(out, 0x10eeee);
            if (column == 0) {
                utf8_add(out, number[row]);
                utf8_add(out, number[0]);
                utf8_add(out, number[place->id >> 24]);
            }
        }
        bytes_text(out, "\033[39m\n");
    }
}

void out_kitty(const bytes *png, const picture_place *place, bytes *out)
{
    transmit(png, place, out);
    if (place->tmux)
        put_placeholders(place, out);
}
