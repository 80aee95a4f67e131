#include "repl/plain.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "repl/ahead.h"
#include "repl/interrupt.h"
#include "repl/key.h"
#include "repl/painted.h"
#include "terminal/output.h"

/* Joins what was typed before and the line after it, both to be freed, into one; NULL without
 * memory. */
static char *joined(char *before, char *line)
{
    char *all = realloc(before, strlen(before) + strlen(line) + 1);
    if (all)
        strcat(all, line);
    else
        free(before);
    free(line);
    return all;
}

/* The prompt and what was typed already. */
static void show(const char *prompt, const char *typed, bool whole)
{
    char *shown = painted(prompt, STDOUT_FILENO, false);
    printf("%s%s%s", shown ? shown : prompt, typed ? typed : "", whole ? "\n" : "");
    free(shown);
    output_flush();
}

/* On a terminal getline reads no more than a line, so that nothing waits in stdin's buffer. */
line_outcome plain_read(const char *prompt, char **text, size_t *length)
{
    size_t size = 0;
    ssize_t n = -1;
    bool whole;
    char *typed = ahead_next(&whole); /* while the terminal did not show it */
    *text = NULL;
    show(prompt, typed, whole);
    if (whole) {
        *text = typed;
        *length = strlen(typed);
        return LINE_READ;
    }
    if (!isatty(STDIN_FILENO) || key_wait())
        n = getline(text, &size, stdin);
    if (n < 0 || interrupt_signal()) {
        free(*text);
        free(typed);
        clearerr(stdin);
        fputs(interrupt_signal() ? "\n" : "", stdout);
        return interrupt_signal() ? LINE_CLEARED : LINE_END;
    }
    if (typed && (*text = joined(typed, *text)) == NULL)
        return LINE_END;
    if (typed)
        n = (ssize_t)strlen(*text);
    *length = (size_t)n - (n > 0 && (*text)[n - 1] == '\n');
    return LINE_READ;
}
