/* Colours that can be read on dark and on light terminals. */
#include "terminal/ink.h"

#include "terminal/display.h"

const char *ink_on(ink use, int descriptor)
{
    static const char *const codes[] = {
        [INK_ERROR] = "\033[1;31m",  /* red */
        [INK_NUMBER] = "\033[32m",   /* green */
        [INK_PROMPT] = "\033[1;32m", /* green */
        [INK_HEADING] = "\033[1m",
    };
    return display_colors(descriptor) ? codes[use] : "";
}

const char *ink_off(int descriptor)
{
    return display_colors(descriptor) ? "\033[0m" : "";
}
