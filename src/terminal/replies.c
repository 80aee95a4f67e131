/* Replies and keys come in one stream: sequences are read, what is left was typed. */
#include "terminal/replies.h"

#include <stdlib.h>
#include <string.h>

enum { NUMBERS = 32 };

/* The part of the input that is still to be read; it may hold any byte. */
typedef struct input {
    const char *at, *end;
} input;

static bool starts(input in, const char *text)
{
    size_t n = strlen(text);
    return (size_t)(in.end - in.at) >= n && memcmp(in.at, text, n) == 0;
}

/* Numbers with ';' between them, an absent one is 0; how many. */
static size_t read_numbers(input in, size_t numbers[NUMBERS])
{
    size_t n = 1;
    numbers[0] = 0;
    for (; in.at < in.end; in.at++) {
        if (*in.at == ';' && n < NUMBERS)
            numbers[n++] = 0;
        else if (*in.at >= '0' && *in.at <= '9' && numbers[n - 1] < 100000)
            numbers[n - 1] = 10 * numbers[n - 1] + (size_t)(*in.at - '0');
    }
    return n;
}

/* ? 62 ; 4 .. c: attributes; 6 ; H ; W t and 4 ; H ; W t: a cell, the window; ? 1 ; 0 ; N S:
 * colours. */
static bool read_control(input in, char final, replies *r)
{
    size_t numbers[NUMBERS], n = read_numbers(in, numbers);
    bool private = starts(in, "?");
    if (private && final == 'c') {
        r->attributes = true;
        for (size_t i = 1; i < n; i++)
            r->sixel = r->sixel || numbers[i] == 4;
    } else if (private && final == 'S' && n >= 3 && numbers[0] == 1 && numbers[1] == 0) {
        r->colors = numbers[2];
    } else if (!private && final == 't' && n == 3 && numbers[0] == 6) {
        r->cell_height = numbers[1];
        r->cell_width = numbers[2];
    } else if (!private && final == 't' && n == 3 && numbers[0] == 4) {
        r->height = numbers[1];
        r->width = numbers[2];
    }
    return final == 'c' || final == 'S' || final == 't';
}

/* A part of a colour, hexadecimal with one to four digits, between 0 and 1; moves past it and the
 * '/' after it. */
static double read_part(const char **at)
{
    char *end;
    double part = (double)strtoul(*at, &end, 16), most = 1;
    for (const char *digit = *at; digit < end; digit++)
        most *= 16;
    *at = end + (*end == '/');
    return part / (most - 1 + (most < 2));
}

/* 11;rgb:RRRR/GGGG/BBBB: the background. */
static void read_background(const char *text, replies *r)
{
    const char *at = text + strlen("11;rgb:");
    double red = read_part(&at), green = read_part(&at), blue = read_part(&at);
    r->dark = 0.3 * red + 0.59 * green + 0.11 * blue < 0.5;
}

/* A string after ESC _, ESC P or ESC ]. */
static void read_string(input in, char kind, replies *r)
{
    char text[64];
    size_t n = (size_t)(in.end - in.at);
    n = n < sizeof text ? n : sizeof text - 1;
    memcpy(text, in.at, n);
    text[n] = 0;
    if (kind == '_' && strcmp(text, "Gi=31;OK") == 0)
        r->kitty = true;
    else if (kind == 'P' && starts(in, ">|"))
        for (size_t i = 2; i <= n && i - 2 < sizeof r->name - 1; i++)
            r->name[i - 2] = text[i] && (text[i] < ' ' || text[i] > '~') ? '?' : text[i];
    else if (kind == ']' && starts(in, "11;rgb:"))
        read_background(text, r);
}

/* ESC [ .. up to a letter: where what follows starts, or NULL when it is cut off. Any other
 * character breaks the sequence off. */
static const char *pass_control(input in, replies *r, size_t *count)
{
    const char *at = in.at;
    while (at < in.end && *at >= ' ' && *at < '@')
        at++;
    if (at == in.end)
        return NULL;
    if (*at < '@' || *at > '~')
        return at;
    *count += read_control((input){in.at, at}, *at, r);
    return at + 1;
}

/* A string up to ESC \ or BEL. */
static const char *pass_string(input in, char kind, replies *r, size_t *count)
{
    for (const char *at = in.at; at < in.end; at++) {
        bool two = starts((input){at, in.end}, "\033\\");
        if (two || *at == '\a') {
            read_string((input){in.at, at}, kind, r);
            ++*count;
            return at + 1 + two;
        }
    }
    return NULL;
}

size_t replies_read(const char *data, size_t n, replies *r, bytes *typed)
{
    size_t count = 0;
    const char *end = data + n;
    for (const char *at = data; at && at < end;) {
        if (*at != '\033') {
            bytes_char(typed, *at++);
            continue;
        }
        char kind = at + 1 < end ? at[1] : 0;
        input rest = {at + 2 < end ? at + 2 : end, end};
        if (kind == '[')
            at = pass_control(rest, r, &count);
        else if (kind == ']' || kind == 'P' || kind == '_')
            at = pass_string(rest, kind, r, &count);
        else
            at = kind == 'O' ? rest.at + 1 : rest.at; /* a key: ESC O LETTER, ESC KEY */
    }
    return count;
}
