#include "draw/svg.h"

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

void svg_describe(const bytes *in, const out_record *record, bytes *out)
{
    const char *start = strstr(in->data, "<svg"), *body = start ? strchr(start, '>') : NULL;
    if (!body)
        return;
    body += 1;
    bytes_add(out, in->data, (size_t)(body - in->data));
    bytes_char(out, '\n');
    add_element(out, "title", record->title);
    add_element(out, "desc", record->description);
    bytes_text(out, "<metadata>");
    add_escaped(out, record->creator);
    bytes_char(out, '\n');
    add_escaped(out, record->recipe);
    bytes_text(out, "</metadata>");
    add_renumbered(out, body);
}
