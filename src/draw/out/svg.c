#include "draw/out/svg.h"

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

/* A number with at most two decimals; returns what follows it. */
static const char *add_brief(bytes *out, const char *number)
{
    size_t whole = strspn(number, "-0123456789"), decimals = 0;
    if (number[whole] == '.')
        decimals = 1 + strspn(number + whole + 1, "0123456789");
    if (decimals <= 3) {
        bytes_add(out, number, whole + decimals);
        return number + whole + decimals;
    }
    const char *digit = number + whole + 1;
    long hundredths = 100 * labs(strtol(number, NULL, 10)) + 10 * (digit[0] - '0') +
                      (digit[1] - '0') + (digit[2] >= '5');
    bytes_print(out, "%s%ld.%02ld", *number == '-' ? "-" : "", hundredths / 100, hundredths % 100);
    return number + whole + decimals;
}

/* Copies the drawing with the numbers of its paths made brief. */
static void shorten(bytes *out, const char *svg)
{
    static const char word[] = " d=\"";
    for (const char *at; (at = strstr(svg, word));) {
        at += sizeof word - 1;
        bytes_add(out, svg, (size_t)(at - svg));
        while (*at && *at != '"')
            if (strchr("-0123456789", *at))
                at = add_brief(out, at);
            else
                bytes_char(out, *at++);
        svg = at;
    }
    bytes_text(out, svg);
}

void svg_describe(const bytes *in, const out_record *record, bool brief, bytes *out)
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
    bytes drawing = {0};
    if (brief)
        shorten(&drawing, body);
    add_renumbered(out, brief && drawing.data ? drawing.data : body);
    out->failed = out->failed || drawing.failed;
    bytes_free(&drawing);
}
