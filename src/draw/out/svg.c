/* The drawing is copied with its ids renumbered, its paths shortened, and elements added. */
#include "draw/out/svg.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static void add_escaped(bytes *out, const char *text)
{
    for (; *text; text++) {
        if (*text == '&')
            bytes_text(out, "&amp;");
        else if (*text == '<')
            bytes_text(out, "&lt;");
        else if (*text == '>')
            bytes_text(out, "&gt;");
        else
            bytes_char(out, *text);
    }
}

static void add_element(bytes *out, const char *name, const char *text)
{
    bytes_print(out, "<%s>", name);
    add_escaped(out, text);
    bytes_print(out, "</%s>\n", name);
}

/* Copies the drawing with "surface<number>" renumbered. The numbers count all surfaces ever made by
 * the process; the least one in the file becomes 1. */
static void add_renumbered(bytes *out, const char *svg)
{
    static const char word[] = "surface";
    const size_t length = sizeof word - 1;
    long least = 0;
    for (const char *at = svg; (at = strstr(at, word)); at += length) {
        long number = strtol(at + length, NULL, 10);
        least = number > 0 && (least == 0 || number < least) ? number : least;
    }
    for (const char *at; (at = strstr(svg, word));) {
        bytes_add(out, svg, (size_t)(at - svg) + length);
        char *end;
        long number = strtol(at + length, &end, 10);
        if (number > 0)
            bytes_print(out, "%ld", number - least + 1);
        svg = number > 0 ? end : at + length;
    }
    bytes_text(out, svg);
}

/* Where a path has come, in hundredths. */
typedef struct path {
    long x, y;           /* the last point */
    long from_x, from_y; /* the first one of the piece */
    char last;           /* command, which need not be said again; 0 = none */
} path;

/* Adds so many hundredths: 12.5, -.25. */
static void add_hundredths(bytes *out, long value, bool apart)
{
    long whole = labs(value) / 100, rest = labs(value) % 100;
    const char *positive = apart ? " " : "", *sign = value < 0 ? "-" : positive;
    if (whole || !rest)
        bytes_print(out, "%s%ld", sign, whole);
    else
        bytes_text(out, sign);
    if (rest)
        bytes_print(out, rest % 10 ? ".%02ld" : ".%01ld", rest % 10 ? rest : rest / 10);
}

static long read_hundredths(const char **at)
{
    char *end;
    double value = strtod(*at, &end);
    *at = end;
    return lround(100 * value);
}

/* Adds a command of so many points, each as the way from where the path was. */
static const char *add_command(bytes *out, path *p, char command, const char *at)
{
    size_t points = command == 'C' ? 3 : 1;
    char name = (char)(command - 'A' + 'a');
    bool said = name == p->last;
    long x = p->x, y = p->y;
    if (!said)
        bytes_char(out, name);
    for (size_t i = 0; i < points; i++) {
        x = read_hundredths(&at);
        y = read_hundredths(&at);
        add_hundredths(out, x - p->x, said || i > 0);
        add_hundredths(out, y - p->y, true);
    }
    p->x = x;
    p->y = y;
    p->last = command == 'M' ? 'l' : name; /* what follows a move is a line */
    if (command == 'M') {
        p->from_x = x;
        p->from_y = y;
    }
    return at;
}

static void close_piece(bytes *out, path *p)
{
    bytes_char(out, 'z');
    p->x = p->from_x;
    p->y = p->from_y;
    p->last = 0;
}

/* A path with relative places of two decimals. */
static const char *add_path(bytes *out, const char *at)
{
    path p = {0};
    while (*at && *at != '"') {
        char command = *at++;
        if (command == 'Z')
            close_piece(out, &p);
        else if (command == 'M' || command == 'L' || command == 'C')
            at = add_command(out, &p, command, at);
    }
    return at;
}

/* Copies the drawing with its paths made brief. */
static void shorten(bytes *out, const char *svg)
{
    static const char word[] = " d=\"";
    for (const char *at; (at = strstr(svg, word));) {
        at += sizeof word - 1;
        bytes_add(out, svg, (size_t)(at - svg));
        svg = add_path(out, at);
    }
    bytes_text(out, svg);
}

void svg_describe(const bytes *in, const out_metadata *data, bool brief, bytes *out)
{
    const char *start = strstr(in->data, "<svg"), *body = start ? strchr(start, '>') : NULL;
    out->failed = out->failed || !body; /* memory ran out, and nobody said so */
    if (!body)
        return;
    body += 1;
    bytes_add(out, start, (size_t)(body - start));
    bytes_char(out, '\n');
    add_element(out, "title", data->title);
    add_element(out, "desc", data->description);
    bytes_text(out, "<metadata>");
    add_escaped(out, data->creator);
    bytes_char(out, '\n');
    add_escaped(out, data->recipe);
    bytes_text(out, "</metadata>");
    bytes drawing = {0};
    if (brief)
        shorten(&drawing, body);
    add_renumbered(out, brief && drawing.data ? drawing.data : body);
    out->failed = out->failed || drawing.failed;
    bytes_free(&drawing);
}
