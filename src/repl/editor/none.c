/* Lines as they come, edited by the terminal alone. */
#include "repl/editor.h"
#include "repl/plain.h"
#include "terminal/display.h"

const char *editor_name(void)
{
    return "none";
}

void editor_complete_with(line_completer *complete, void *data)
{
    (void)complete, (void)data;
}

void editor_open(const history *h)
{
    (void)h;
    display_gives_back = true;
}

line_outcome editor_read(const char *prompt, char **text, size_t *length)
{
    return plain_read(prompt, text, length);
}

void editor_remember(const char *entry)
{
    (void)entry;
}

void editor_close(void)
{
}
