/* The terminal that standard output goes to. */
#ifndef DEBIAS_BIND_DISPLAY_H
#define DEBIAS_BIND_DISPLAY_H

#include <stdbool.h>
#include <stddef.h>

bool display_is_terminal(void);

/* Whether it is a terminal whose locale says UTF-8. */
bool display_is_utf8(void);

/* Whether it is a terminal that shows colours and its user wants them (NO_COLOR is not set). */
bool display_has_color(void);

/* Its size in characters; 80 x 24 when it is no terminal or does not say. */
void display_size(size_t *columns, size_t *rows);

#endif
