/* A handout on pages: headings, paragraphs, lines of code and figures, one below the other. */
#pragma once

#include "draw/layout/text.h"

typedef enum document_kind {
    DOCUMENT_TITLE,
    DOCUMENT_STEP,
    DOCUMENT_TEXT,
    DOCUMENT_CODE, /* its lines stay as they are */
    DOCUMENT_QUESTION,
    DOCUMENT_ANSWER,
    DOCUMENT_FIGURE
} document_kind;

typedef struct document_part {
    document_kind kind;
    const char *text;     /* of all but a figure */
    const figure *figure; /* of a figure */
} document_part;

typedef struct document {
    const document_part *parts;
    size_t n;
    const atomic_int *interrupt; /* NULL, or ends drawing when it is not 0 */
} document;

typedef struct document_pages {
    canvas *page; /* n of them, A4 */
    size_t n;
} document_pages;

/* Lays the parts out. *out must be {0} and is to be freed in any case. */
draw_error document_layout(const document *d, text_font font, document_pages *out);

void document_free(document_pages *pages);
