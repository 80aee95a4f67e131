/* The last space stays plain: libedit wants a character after the last invisible one. */
#include "repl/painted.h"

#include <string.h>

#include "draw/bytes.h"
#include "terminal/ink.h"

static void add_code(bytes *out, const char *code, bool marked)
{
    if (!*code)
        return;
    bytes_text(out, marked ? "\001" : "");
    bytes_text(out, code);
    bytes_text(out, marked ? "\002" : "");
}

static void add(bytes *out, const char *text, size_t n, ink use, int descriptor, bool marked)
{
    if (n == 0)
        return;
    add_code(out, ink_on(use, descriptor), marked);
    bytes_add(out, text, n);
    add_code(out, ink_off(descriptor), marked);
}

char *painted(const char *prompt, int descriptor, bool marked)
{
    bytes out = {0};
    const char *bracket = *prompt == '[' ? strchr(prompt, ']') : NULL;
    size_t all = strlen(prompt), number = bracket ? (size_t)(bracket + 1 - prompt) : 0;
    size_t end = all > number && prompt[all - 1] == ' ' ? all - 1 : all;
    add(&out, prompt, number, INK_NUMBER, descriptor, marked);
    add(&out, prompt + number, end - number, INK_PROMPT, descriptor, marked);
    bytes_add(&out, prompt + end, all - end + 1);
    if (!out.failed)
        return out.data;
    bytes_free(&out);
    return NULL;
}
