/* Enhanced text between single quotes, in which gnuplot looks for no command and no variable. */
#include "draw/layout/text.h"
#include "draw/source/source.h"

#include <string.h>

/* Ends the string, adds a quote, begins it again: versions differ in how they read two quotes. */
static const char quote[] = "'.\"\\047\".'";

static void add_escaped(bytes *out, const char *text, size_t n)
{
    for (const char *at = text; at < text + n; at++) {
        if (*at == '\'')
            bytes_text(out, quote);
        else if (*at == '\n')
            bytes_text(out, "'.\"\\n\".'");
        else if (strchr("\\{}^_@&~", *at))
            bytes_print(out, "\\%c", *at);
        else
            bytes_char(out, *at);
    }
}

void source_gnuplot_string(const char *text, bytes *out)
{
    bytes_char(out, '\'');
    for (; *text; text++)
        if (*text == '\'')
            bytes_text(out, quote);
        else
            bytes_char(out, *text);
    bytes_char(out, '\'');
}

void source_gnuplot_text(const char *label, size_t n, bytes *out)
{
    text_run r;
    bytes_char(out, '\'');
    for (size_t at = 0; at < n;) {
        at += text_next(label, at, n, &r);
        if (r.raise)
            bytes_text(out, r.raise > 0 ? "^{" : "_{");
        add_escaped(out, r.text, r.n);
        if (r.raise)
            bytes_char(out, '}');
    }
    bytes_char(out, '\'');
}
