/* Text is broken at spaces and set from the left; what does not fit on a page begins the next one,
 * a heading and a question together with the figure and the answer that they lead to, lines of code
 * together with the text before them. Each page says at its foot what it is of. */
#include "draw/layout/document.h"

#include "draw/layout/layout.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double page_width = 595.28, page_height = 841.89; /* A4, in points */
static const double margin = 62, leading = 1.4;                /* leading in em */
static const double foot_size = 8,
                    foot = 36; /* height of the line at the foot, above the lower edge */
static const double figure_width = 340, figure_height = 230;

/* How a kind of text looks; sizes in points, the gap above in em. */
static const struct look {
    double size, gap, indent;
    bool bold, keep; /* keep: on one page with what follows */
    bool mono;
} looks[] = {
    [DOCUMENT_TITLE] = {17, 0, 0, true, true, false},
    [DOCUMENT_STEP] = {13, 1, 0, true, true, false},
    [DOCUMENT_TEXT] = {10.5, 0.6, 0, false, false, false},
    [DOCUMENT_CODE] = {9, 0.8, 8, false, false, true},
    [DOCUMENT_QUESTION] = {10.5, 0.6, 0, true, true, false},
    [DOCUMENT_ANSWER] = {10.5, 0.6, 0, true, false, false},
};

typedef struct flow {
    document_pages *out;
    text_font font;
    double y; /* where the next line begins on the last page */
    bool failed;
    const atomic_int *interrupt;
} flow;

static bool is_interrupted(const flow *f)
{
    return f->interrupt && *f->interrupt;
}

static bool goes_on(const flow *f)
{
    return !f->failed && !is_interrupted(f);
}

static draw_error outcome(const flow *f, draw_error error)
{
    if (f->failed)
        return DRAW_NO_MEMORY;
    return error ? error : is_interrupted(f) ? DRAW_INTERRUPTED : DRAW_OK;
}

static canvas *page(flow *f)
{
    return f->out->n ? &f->out->page[f->out->n - 1] : NULL;
}

static void add_page(flow *f)
{
    canvas *larger = realloc(f->out->page, (f->out->n + 1) * sizeof *larger);
    f->y = margin;
    if (!larger) {
        f->failed = true;
        return;
    }
    f->out->page = larger;
    larger[f->out->n++] = (canvas){.width = page_width,
                                   .height = page_height,
                                   .paper = theme_get(THEME_PAPER)->paper,
                                   .clip = {0, 0, page_width, page_height}};
}

/* Makes room for that height, on a further page where this one is full. */
static bool make_room(flow *f, double height)
{
    if (!f->failed && (!f->out->n || (f->y > margin && f->y + height > page_height - margin)))
        add_page(f);
    return !f->failed;
}

static canvas_face face_of(const struct look *look)
{
    return (canvas_face){.size = look->size, .bold = look->bold, .mono = look->mono};
}

static double width_of(const flow *f, const struct look *look, const char *text, size_t n)
{
    return f->font.width(f->font.self, face_of(look), text, n);
}

static void put_line(flow *f, const struct look *look, const char *text, size_t n)
{
    if (!make_room(f, leading * look->size))
        return;
    f->y += leading * look->size;
    if (n)
        canvas_text(page(f), theme_get(THEME_PAPER)->ink, face_of(look), margin + look->indent,
                    f->y - 0.3 * look->size, width_of(f, look, text, n), text, n);
}

/* The bytes of the first line of the n at text: as many words as fit, at least one. */
static size_t fitting(const flow *f, const struct look *look, const char *text, size_t n)
{
    double room = page_width - 2 * margin - look->indent;
    size_t fits = 0;
    for (size_t end = 1; end <= n; end++) {
        if (end < n && text[end] != ' ')
            continue;
        if (fits && width_of(f, look, text, end) > room)
            break;
        fits = end;
    }
    return fits ? fits : n;
}

static void put_paragraph(flow *f, const struct look *look, const char *text, size_t n)
{
    do {
        size_t line = fitting(f, look, text, n);
        put_line(f, look, text, line);
        text += line;
        n -= line;
        for (; n && *text == ' '; text++)
            n--;
    } while (n && goes_on(f));
}

static void put_text(flow *f, const document_part *part)
{
    const struct look *look = &looks[part->kind];
    size_t first = fitting(f, look, part->text, strcspn(part->text, "\n"));
    int together = part->text[first] ? 2 : 1; /* no first line stands alone at the end of a page */
    make_room(f, (look->gap + together * leading) * look->size);
    f->y += f->y > margin ? look->gap * look->size : 0;
    const char *line = part->text;
    for (const char *end; (end = strchr(line, '\n')) && goes_on(f); line = end + 1)
        put_paragraph(f, look, line, (size_t)(end - line));
    put_paragraph(f, look, line, strlen(line));
}

static draw_error put_figure(flow *f, const figure *shown)
{
    canvas own = {0};
    figure drawn = *shown;
    drawn.interrupt = f->interrupt;
    double across = drawn.n_panels > 1 ? page_width - 2 * margin : figure_width;
    draw_error error = layout_page(&drawn, theme_get(THEME_PAPER), f->font, across,
                                   figure_height * (double)figure_rows(&drawn), true, &own);
    if (!error && make_room(f, own.height + looks[DOCUMENT_TEXT].size)) {
        f->y += looks[DOCUMENT_TEXT].size;
        canvas_append(page(f), &own, margin, f->y);
        f->y += own.height;
    }
    canvas_free(&own);
    return error;
}

static draw_error put_part(flow *f, const document_part *part)
{
    if (part->kind == DOCUMENT_FIGURE)
        return put_figure(f, part->figure);
    put_text(f, part);
    return DRAW_OK;
}

/* How many parts, from a heading or a question on, lead to the step's figure and answer, with
 * these; 0 for none. */
static size_t to_answer(const document_part *parts, size_t n)
{
    size_t end = 0;
    for (size_t i = 1; i < n && parts[i].kind != DOCUMENT_STEP; i++)
        if (parts[i].kind == DOCUMENT_FIGURE || parts[i].kind == DOCUMENT_ANSWER)
            end = i + 1;
    return end;
}

/* The height of parts on a page of their own; 0 where one does not hold them. */
static draw_error height_of(const flow *f, const document_part *parts, size_t n, double *height)
{
    document_pages out = {0};
    flow trial = {.out = &out, .font = f->font, .interrupt = f->interrupt};
    draw_error error = DRAW_OK;
    add_page(&trial);
    for (size_t i = 0; i < n && !error && goes_on(&trial); i++)
        error = put_part(&trial, &parts[i]);
    *height = out.n == 1 ? trial.y - margin : 0;
    for (size_t i = 0; i < out.n; i++)
        trial.failed = trial.failed || out.page[i].failed;
    document_free(&out);
    return outcome(&trial, error);
}

/* How many parts, from the first on, are to stand on one page; 0 where it does not matter. */
static size_t kept(const document_part *parts, size_t n)
{
    if (parts[0].kind == DOCUMENT_FIGURE)
        return 0;
    if (looks[parts[0].kind].keep)
        return to_answer(parts, n);
    if (parts[0].kind == DOCUMENT_CODE)
        return 1;
    return n > 1 && parts[1].kind == DOCUMENT_CODE ? 2 : 0;
}

/* Begins a page where parts would be parted that are to stand on one. */
static draw_error keep_together(flow *f, const document_part *parts, size_t n)
{
    enum { KEPT = 4 }; /* lines that stay with a heading */
    size_t count = kept(parts, n);
    bool heads = parts[0].kind != DOCUMENT_FIGURE && looks[parts[0].kind].keep;
    if (!count && !heads)
        return DRAW_OK;
    const struct look *look = &looks[parts[0].kind];
    double height, least = heads ? KEPT * leading * look->size : 0;
    draw_error error = height_of(f, parts, count, &height);
    if (!error)
        make_room(f, look->gap * look->size + (height > 0 ? height : least));
    return error;
}

static void put_foot(canvas *on, double x, double width, const char *text, size_t n)
{
    const struct look look = {.size = foot_size};
    if (n)
        canvas_text(on, theme_get(THEME_PAPER)->ink, face_of(&look), x, page_height - foot, width,
                    text, n);
}

/* The title on the left and the number of the page on the right, at the foot of every page. */
static void put_feet(flow *f, const document *d)
{
    const struct look look = {.size = foot_size};
    const char *title = d->n && d->parts[0].kind == DOCUMENT_TITLE ? d->parts[0].text : "";
    size_t fits = fitting(f, &look, title, strlen(title));
    for (size_t i = 0; i < f->out->n; i++) {
        char number[64];
        size_t n = (size_t)snprintf(number, sizeof number, "%zu of %zu", i + 1, f->out->n);
        double across = width_of(f, &look, number, n);
        put_foot(&f->out->page[i], margin, width_of(f, &look, title, fits), title, fits);
        put_foot(&f->out->page[i], page_width - margin - across, across, number, n);
    }
}

draw_error document_layout(const document *d, text_font font, document_pages *out)
{
    flow f = {.out = out, .font = font, .interrupt = d->interrupt};
    draw_error error = DRAW_OK;
    for (size_t i = 0; i < d->n && !error && goes_on(&f); i++) {
        error = keep_together(&f, d->parts + i, d->n - i);
        error = error ? error : put_part(&f, &d->parts[i]);
    }
    put_feet(&f, d);
    for (size_t i = 0; i < out->n; i++)
        f.failed = f.failed || out->page[i].failed;
    return outcome(&f, error);
}

void document_free(document_pages *pages)
{
    for (size_t i = 0; i < pages->n; i++)
        canvas_free(&pages->page[i]);
    free(pages->page);
    *pages = (document_pages){0};
}
