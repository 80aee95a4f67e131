/* Lines are edited on a terminal; others are read as they come. */
#include "repl/line.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "repl/editor.h"
#include "repl/history.h"
#include "repl/plain.h"

static bool keeps_history; /* there is a session on a terminal, whose lines are edited */

void line_open(void)
{
    keeps_history = isatty(STDIN_FILENO);
    if (!keeps_history)
        return;
    history h;
    history_read(&h);
    editor_open(&h);
    history_free(&h);
}

void line_close(void)
{
    if (keeps_history)
        editor_close();
}

void line_complete_with(line_completer *complete, void *data)
{
    editor_complete_with(complete, data);
}

line_outcome line_read(const char *prompt, char **text, size_t *length)
{
    return keeps_history ? editor_read(prompt, text, length) : plain_read(prompt, text, length);
}

/* Says once that the file cannot be written. */
static void warn(int why)
{
    static bool warned;
    if (!warned && history_path())
        fprintf(stderr, "debias: %s: no history is kept: %s\n", history_path(), strerror(why));
    warned = true;
}

void line_remember(const char *entry)
{
    if (!keeps_history)
        return;
    editor_remember(entry);
    bool is_long = strlen(entry) > HISTORY_ENTRY;
    int why = is_long ? 0 : history_append(entry);
    if (is_long)
        fprintf(stderr, "debias: the history file keeps no entry of more than %d KB\n",
                HISTORY_ENTRY / 1024);
    if (why)
        warn(why);
}
