#include "bind/display.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/ioctl.h>
#include <unistd.h>

bool display_is_terminal(void)
{
    return isatty(STDOUT_FILENO);
}

bool display_is_utf8(void)
{
    static const char *const names[] = {"LC_ALL", "LC_CTYPE", "LANG"};
    const char *locale = NULL;
    for (int i = 0; i < 3 && (!locale || !*locale); i++)
        locale = getenv(names[i]);
    const char *codeset = locale ? strchr(locale, '.') : NULL;
    return display_is_terminal() && codeset &&
           (strncasecmp(codeset, ".utf-8", 6) == 0 || strncasecmp(codeset, ".utf8", 5) == 0);
}

bool display_has_color(void)
{
    const char *no = getenv("NO_COLOR"), *term = getenv("TERM");
    return display_is_terminal() && !(no && *no) && term && strcmp(term, "dumb") != 0;
}

void display_size(size_t *columns, size_t *rows)
{
    struct winsize size;
    bool known = display_is_terminal() && ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 &&
                 size.ws_col > 0 && size.ws_row > 0;
    *columns = known ? size.ws_col : 80;
    *rows = known ? size.ws_row : 24;
}
