/* Words are words; what carries an index or an exponent, and every symbol, is mathematics. */
#include "draw/layout/text.h"
#include "draw/source/source.h"
#include "draw/symbol.h"
#include "draw/utf8.h"

#include <ctype.h>
#include <string.h>

/* Characters that TeX takes for commands, or its old fonts lack. */
static const struct {
    unsigned code;
    const char *tex;
} escapes[] = {
    {'\\', "\\textbackslash{}"},
    {'{', "\\{"},
    {'}', "\\}"},
    {'$', "\\$"},
    {'&', "\\&"},
    {'#', "\\#"},
    {'%', "\\%"},
    {'_', "\\_"},
    {'^', "\\textasciicircum{}"},
    {'~', "\\textasciitilde{}"},
    {'<', "\\textless{}"},
    {'>', "\\textgreater{}"},
    {'|', "\\textbar{}"},
    {'"', "\\char34{}"},
    {'`', "\\char96{}"},
    {'-', "{-}"},
    {'\'', "{'}"},
    {'\n', "\\\\{}"},
    {0x2212, "$-$"},
    {0x2026, "\\ldots{}"},
    {0x2013, "--"},
    {0x2014, "---"},
    {0x2018, "`"},
    {0x2019, "'"},
    {0x201c, "``"},
    {0x201d, "''"},
    {0xb0, "$^{\\circ}$"},
    {0xa0, "~"},
    {0x221a, "$\\surd$"},
    {0x2016, "$\\Vert$"},
};

static const char *escape_of(unsigned code)
{
    for (size_t i = 0; i < sizeof escapes / sizeof *escapes; i++)
        if (escapes[i].code == code)
            return escapes[i].tex;
    return NULL;
}

/* Characters that only the encoding T1 has. */
static bool is_of_t1(unsigned code)
{
    static const unsigned codes[] = {0xab,  0xbb,  0xd0,  0xde,  0xf0,   0xfe,   0x104,  0x105,
                                     0x110, 0x111, 0x118, 0x119, 0x12e,  0x12f,  0x14a,  0x14b,
                                     0x172, 0x173, 0x1ea, 0x1eb, 0x201a, 0x201e, 0x2039, 0x203a};
    for (size_t i = 0; i < sizeof codes / sizeof *codes; i++)
        if (codes[i] == code)
            return true;
    return false;
}

static void add_character(bytes *out, const char *at, size_t n, unsigned code)
{
    const char *tex = escape_of(code), *name = tex ? NULL : symbol_name(code);
    if (tex)
        bytes_text(out, tex);
    else if (name)
        bytes_print(out, "$\\%s$", name);
    else if (code < 0x80)
        bytes_char(out, (char)code);
    else
        bytes_print(out, "\\debias%s{%04X}{%.*s}", is_of_t1(code) ? "letter" : "char", code, (int)n,
                    at);
}

static bool is_joined(char c)
{
    return isalnum((unsigned char)c) || ((unsigned char)c & 0x80) || strchr("-._'", c);
}

/* Whether the letter at `at` of the n bytes is a name of one letter, as of a function; a and I are
 * words, unless they are all. */
static bool is_variable(const char *text, size_t n, const char *at)
{
    return isalpha((unsigned char)*at) && (n == 1 || !strchr("aAI", *at)) &&
           (at == text || !is_joined(at[-1])) && (at + 1 == text + n || !is_joined(at[1]));
}

/* n bytes as words. */
static void add_words(bytes *out, const char *text, size_t n)
{
    for (const char *at = text, *next; at < text + n; at = next) {
        next = at;
        unsigned code = utf8_next(&next);
        if (is_variable(text, n, at))
            bytes_print(out, "$%c$", *at);
        else
            add_character(out, at, (size_t)(next - at), code);
    }
}

/* n bytes inside of mathematics: a number, a letter or a symbol as it is there, else words. */
static void add_math(bytes *out, const char *text, size_t n)
{
    const char *next = text;
    const char *name = n ? symbol_name(utf8_next(&next)) : NULL;
    bool whole = n && (size_t)(next - text) == n, minus = n > 3 && !memcmp(text, "\u2212", 3);
    size_t digits = strspn(text + (minus ? 3 : 0), "+-*0123456789.") + (minus ? 3 : 0);
    if (digits >= n)
        bytes_print(out, "%s%.*s", minus ? "-" : "", (int)(n - (minus ? 3 : 0)),
                    text + (minus ? 3 : 0));
    else if (whole && name && !escape_of(utf8_next(&text)))
        bytes_print(out, "\\%s", name);
    else if (whole && isalpha((unsigned char)*text))
        bytes_char(out, *text);
    else {
        bytes_text(out, "\\mbox{\\debiasscript ");
        add_words(out, text, n);
        bytes_char(out, '}');
    }
}

static bool is_letter(char c)
{
    return isalpha((unsigned char)c) || ((unsigned char)c & 0x80);
}

/* How many of the n bytes at the end carry what follows: digits, or a letter or symbol that stands
 * alone. */
static size_t base_of(const char *text, size_t n)
{
    size_t k = 0;
    while (k < n && isdigit((unsigned char)text[n - 1 - k]))
        k++;
    if (k || n == 0)
        return k < n && is_letter(text[n - 1 - k]) ? 0 : k;
    for (k = 1; k < n && ((unsigned char)text[n - k] & 0xc0) == 0x80;)
        k++;
    bool ascii = k == 1, alone = k == n || !isalnum((unsigned char)text[n - k - 1]);
    return is_letter(text[n - 1]) && (!ascii || alone) ? k : 0;
}

void source_tex(const char *label, size_t n, bytes *out)
{
    bool inside = false;
    text_run r, next;
    for (size_t at = 0, taken; at < n; at += taken) {
        taken = text_next(label, at, n, &r);
        bool carries = at + taken < n && (text_next(label, at + taken, n, &next), next.raise != 0);
        if (r.raise) {
            bytes_print(out, "%s%s{", inside ? "" : "${}", r.raise > 0 ? "^" : "_");
            add_math(out, r.text, r.n);
            bytes_text(out, carries ? "}" : "}$");
        } else {
            size_t base = carries ? base_of(r.text, r.n) : 0;
            add_words(out, r.text, r.n - base);
            bytes_text(out, carries ? "$" : "");
            if (base)
                add_math(out, r.text + r.n - base, base);
            else
                bytes_text(out, carries ? "{}" : "");
        }
        inside = carries;
    }
}
