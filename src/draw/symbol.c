/* A name goes as far as its letters do. */
#include "draw/symbol.h"

#include "draw/utf8.h"

#include <string.h>

typedef struct symbol {
    const char *name;
    unsigned code;
} symbol;

/* The first name of a code is the one that stands for it where only ASCII is shown. */
static const symbol symbols[] = {
    {"alpha", 0x3b1},   {"beta", 0x3b2},     {"gamma", 0x3b3},       {"delta", 0x3b4},
    {"epsilon", 0x3b5}, {"zeta", 0x3b6},     {"eta", 0x3b7},         {"theta", 0x3b8},
    {"iota", 0x3b9},    {"kappa", 0x3ba},    {"lambda", 0x3bb},      {"mu", 0x3bc},
    {"nu", 0x3bd},      {"xi", 0x3be},       {"pi", 0x3c0},          {"rho", 0x3c1},
    {"sigma", 0x3c3},   {"tau", 0x3c4},      {"upsilon", 0x3c5},     {"phi", 0x3c6},
    {"chi", 0x3c7},     {"psi", 0x3c8},      {"omega", 0x3c9},       {"varepsilon", 0x3b5},
    {"varphi", 0x3c6},  {"vartheta", 0x3d1}, {"Gamma", 0x393},       {"Delta", 0x394},
    {"Theta", 0x398},   {"Lambda", 0x39b},   {"Xi", 0x39e},          {"Pi", 0x3a0},
    {"Sigma", 0x3a3},   {"Phi", 0x3a6},      {"Psi", 0x3a8},         {"Omega", 0x3a9},
    {"nabla", 0x2207},  {"partial", 0x2202}, {"sqrt", 0x221a},       {"infty", 0x221e},
    {"sum", 0x2211},    {"prod", 0x220f},    {"int", 0x222b},        {"ell", 0x2113},
    {"pm", 0xb1},       {"times", 0xd7},     {"cdot", 0xb7},         {"star", 0x22c6},
    {"le", 0x2264},     {"leq", 0x2264},     {"ge", 0x2265},         {"geq", 0x2265},
    {"neq", 0x2260},    {"approx", 0x2248},  {"sim", 0x223c},        {"propto", 0x221d},
    {"in", 0x2208},     {"to", 0x2192},      {"rightarrow", 0x2192}, {"leftarrow", 0x2190},
    {"langle", 0x27e8}, {"rangle", 0x27e9},  {"prime", 0x2032},      {"dagger", 0x2020},
    {"ldots", 0x2026},  {"dots", 0x2026},    {"degree", 0xb0},       {"Vert", 0x2016},
};

enum { SYMBOLS = sizeof symbols / sizeof *symbols };

static size_t letters(const char *s)
{
    return strspn(s, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ");
}

/* The symbol whose name is `first` and the n letters at s; NULL for none. */
static const symbol *find(char first, const char *s, size_t n)
{
    for (const symbol *a = symbols; a < symbols + SYMBOLS; a++)
        if (a->name[0] == first && strlen(a->name) == n + 1 && memcmp(a->name + 1, s, n) == 0)
            return a;
    return NULL;
}

/* Appends the argument of a root, in parentheses unless it is one character. */
static void add_root(bytes *out, const char *inside, size_t n)
{
    bytes own = {0}, whole = {0};
    bytes_add(&own, inside, n);
    symbol_replace(&whole, own.data ? own.data : "");
    const char *at = whole.data ? whole.data : "";
    if (*at)
        utf8_next(&at);
    bytes_print(out, *at ? "(%s)" : "%s", whole.data ? whole.data : "");
    out->failed = out->failed || own.failed || whole.failed;
    bytes_free(&own);
    bytes_free(&whole);
}

/* Appends the symbol; returns the end of its name and of the braces that belong to it. */
static const char *add_symbol(bytes *out, const symbol *a, const char *end)
{
    const char *close = *end == '{' ? strchr(end, '}') : NULL;
    utf8_add(out, a->code);
    if (close && a->code == 0x221a)
        add_root(out, end + 1, (size_t)(close - end - 1));
    else if (close != end + 1)
        return end;
    return close + 1;
}

void symbol_replace(bytes *out, const char *text)
{
    while (*text) {
        size_t n = *text == '\\' ? letters(text + 1) : 0;
        const symbol *a = n ? find(text[1], text + 2, n - 1) : NULL;
        if (a)
            text = add_symbol(out, a, text + 1 + n);
        else
            bytes_char(out, *text++);
    }
}

const char *symbol_name(unsigned code)
{
    for (const symbol *a = symbols; a < symbols + SYMBOLS; a++)
        if (a->code == code)
            return a->name;
    return NULL;
}

const char *symbol_mistaken(const char *text)
{
    static const char taken[] = "\a\b\f\n\r\t\v", escapes[] = "abfnrtv";
    for (; *text; text++) {
        const char *at = strchr(taken, *text);
        const symbol *a = at ? find(escapes[at - taken], text + 1, letters(text + 1)) : NULL;
        if (a)
            return a->name;
    }
    return NULL;
}
