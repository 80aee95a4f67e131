#include "repl/plain.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "repl/interrupt.h"
#include "repl/key.h"
#include "repl/painted.h"

/* On a terminal getline reads no more than a line, so that nothing waits in stdin's buffer. */
line_outcome plain_read(const char *prompt, char **text, size_t *length)
{
    size_t size = 0;
    ssize_t n = -1;
    char *shown = painted(prompt, STDOUT_FILENO, false);
    *text = NULL;
    fputs(shown ? shown : prompt, stdout);
    free(shown);
    fflush(stdout);
    if (!isatty(STDIN_FILENO) || key_wait())
        n = getline(text, &size, stdin);
    if (n < 0 || interrupt_signal()) {
        free(*text);
        clearerr(stdin);
        fputs(interrupt_signal() ? "\n" : "", stdout);
        return interrupt_signal() ? LINE_CLEARED : LINE_END;
    }
    *length = (size_t)n - (n > 0 && (*text)[n - 1] == '\n');
    return LINE_READ;
}
