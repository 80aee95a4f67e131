/* A label is read run by run, once to measure it and once to draw it; long ones wrap at words. */
#include "draw/layout/text.h"

#include <stdbool.h>
#include <string.h>

static const double capital = 0.36; /* half the height of a capital, in em */

static bool is_word(char c)
{
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/* Bytes of the character at s. */
static size_t character(const char *s)
{
    size_t n = 1;
    while (((unsigned char)s[n] & 0xc0) == 0x80)
        n++;
    return n;
}

static bool is_symbol(char c)
{
    return ((unsigned char)c & 0x80) != 0;
}

/* The bytes of "(6)" or "(k)", as of a derivative. */
static size_t parentheses_length(const char *s, size_t n)
{
    size_t i = 1;
    while (i < n && is_word(s[i]))
        i++;
    return i > 1 && i < n && s[0] == '(' && s[i] == ')' ? i + 1 : 0;
}

/* The bytes that ^ raises when no brace follows: a sign and digits, one letter or symbol, a star,
 * one of these in parentheses. */
static size_t raised_length(const char *s, size_t n)
{
    size_t i = n && (s[0] == '-' || s[0] == '+') ? 1 : 0, start = i;
    while (i < n && s[i] >= '0' && s[i] <= '9')
        i++;
    if (i > start)
        return i;
    if (n && is_symbol(s[0]))
        return character(s);
    return n && (is_word(s[0]) || s[0] == '*') ? 1 : parentheses_length(s, n);
}

/* Whether the label, which ends at `end`, ends with a letter or symbol that stands alone: what an
 * index without braces may follow. */
static bool ends_alone(const char *label, const char *end)
{
    if (end == label)
        return false;
    if (is_symbol(end[-1]))
        return true;
    return is_word(end[-1]) && !(end[-1] >= '0' && end[-1] <= '9') &&
           (end == label + 1 || !(is_word(end[-2]) || end[-2] == '_'));
}

/* The bytes that _ lowers when no brace follows, in names of one letter only: noise_var is a name,
 * x_t is not. */
static size_t lowered_length(const char *label, const char *s, size_t n)
{
    size_t i = 0;
    if (!ends_alone(label, s - 1))
        return 0;
    while (i < n && s[i] >= '0' && s[i] <= '9')
        i++;
    if (i == 0 && n)
        i = is_symbol(s[0]) ? character(s) : is_word(s[0]);
    return i < n && (is_word(s[i]) || s[i] == '_') ? 0 : i;
}

/* Reads a raised or lowered run at s in the label; returns the bytes it takes, 0 when there is
 * none.
 */
static size_t read_shifted(const char *label, const char *s, size_t n, text_run *out)
{
    if (n < 2 || (s[0] != '^' && s[0] != '_'))
        return 0;
    out->raise = s[0] == '^' ? 1 : -1;
    const char *close = s[1] == '{' ? memchr(s, '}', n) : NULL;
    if (close) {
        out->text = s + 2;
        out->n = (size_t)(close - out->text);
        return out->n + 3;
    }
    out->text = s + 1;
    out->n = s[0] == '^' ? raised_length(s + 1, n - 1) : lowered_length(label, s + 1, n - 1);
    return out->n ? out->n + 1 : 0;
}

size_t text_next(const char *label, size_t at, size_t n, text_run *out)
{
    const char *s = label + at;
    size_t left = n - at, taken = read_shifted(label, s, left, out);
    text_run next;
    if (taken)
        return taken;
    *out = (text_run){s, 1, 0};
    while (out->n < left && !read_shifted(label, s + out->n, left - out->n, &next))
        out->n++;
    return out->n;
}

static canvas_face run_face(text_style s, const text_run *r)
{
    s.face.raise = r->raise;
    if (r->raise)
        s.face.size *= s.theme->raised;
    return s.face;
}

double text_width(text_style s, const char *label, size_t n)
{
    double width = 0;
    text_run r;
    for (size_t at = 0; at < n;) {
        at += text_next(label, at, n, &r);
        width += s.font.width(s.font.self, run_face(s, &r), r.text, r.n);
    }
    return width;
}

/* How far a run is raised, in sizes of the text around it. */
static double shift_of(int raise)
{
    if (raise > 0)
        return 0.38;
    return raise < 0 ? -0.18 : 0;
}

void text_put(canvas *c, text_style s, text_anchor anchor, double x, double y, const char *label,
              size_t n)
{
    double along = -0.5 * (double)anchor * text_width(s, label, n);
    text_run r;
    for (size_t at = 0; at < n;) {
        at += text_next(label, at, n, &r);
        canvas_face face = run_face(s, &r);
        double width = s.font.width(s.font.self, face, r.text, r.n);
        double shift = s.theme->cell_width > 0 ? 0 : shift_of(r.raise);
        double below = (capital - shift) * s.face.size;
        if (s.face.up)
            canvas_text(c, s.color, face, x + below, y - along, width, r.text, r.n);
        else
            canvas_text(c, s.color, face, x + along, y + below, width, r.text, r.n);
        along += width;
    }
}

/* The characters of a word too long for a line that do fit: at least one. */
static size_t cut_word(text_style s, const char *word, size_t n, double width)
{
    size_t taken = character(word);
    while (taken < n && text_width(s, word, taken + character(word + taken)) <= width)
        taken += character(word + taken);
    return taken;
}

/* Whether the blank stands beside an equals sign: "m = 1" stays on its line where it fits in one.
 */
static bool beside_equals(const char *label, size_t blank)
{
    return !strncmp(label + blank, " = ", 3) ||
           (blank > 1 && !strncmp(label + blank - 2, " = ", 3));
}

size_t text_line(text_style s, const char *label, double width, const char **next)
{
    size_t length = 0, fits = 0;
    for (const char *at = label; *at;) {
        size_t end = (size_t)(at - label) + strcspn(at, " \n");
        if (text_width(s, label, end) > width) {
            if (fits == 0)
                fits = cut_word(s, label, end, width);
            break;
        }
        fits = end;
        if (label[end] != ' ' || !beside_equals(label, end))
            length = end;
        if (label[end] != ' ')
            break;
        at = label + end + 1;
    }
    if (length == 0)
        length = fits;
    *next = label + length;
    if (**next == ' ' || **next == '\n')
        ++*next;
    if (!**next)
        *next = NULL;
    return length;
}

size_t text_lines(text_style s, const char *label, double width)
{
    size_t lines = 0;
    for (const char *at = *label ? label : NULL; at; lines++)
        text_line(s, at, width, &at);
    return lines;
}

size_t text_block(canvas *c, text_style s, text_anchor anchor, double x, double y,
                  const char *label, double width)
{
    size_t lines = 0;
    double step = s.theme->leading * s.face.size;
    for (const char *at = *label ? label : NULL; at; lines++) {
        const char *start = at;
        size_t n = text_line(s, at, width, &at);
        double down = step * (double)lines;
        text_put(c, s, anchor, s.face.up ? x + down : x, s.face.up ? y : y + down, start, n);
    }
    return lines;
}

double text_block_width(text_style s, const char *label, double width)
{
    double widest = 0;
    for (const char *at = *label ? label : NULL; at;) {
        const char *start = at;
        double w = text_width(s, start, text_line(s, at, width, &at));
        if (w > widest)
            widest = w;
    }
    return widest;
}
