/* Each hook of the engine asks the caller's function, and checks the answer as the prompt does. */
#include "library/hooks.h"

#include "engine/text/number.h"
#include "library/option.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_M = 1000000000 };

static const debias_hooks none;

static const debias_option *find(const debias_option *options, const char *name)
{
    for (const debias_option *o = options; o && o->name; o++)
        if (strcmp(o->name, name) == 0)
            return o;
    return NULL;
}

static status ended(library_hooks *h, int code)
{
    if (code)
        h->code = code;
    return code ? STATUS_CALLBACK : STATUS_OK;
}

/* An answer of no use for step t: an error at the first, where there is no result to be lost. */
static status refuse(library_hooks *h, const char *option, uint64_t t, double answer)
{
    h->option = option;
    h->refused = answer;
    h->refused_at = t;
    return t == 1 ? STATUS_CALLBACK : STATUS_SCHEDULE;
}

static status step(void *context, uint64_t t, double *size)
{
    library_hooks *h = context;
    if (t != h->step_of) {
        status s = ended(h, h->asked->step(h->asked->context, t, &h->step));
        if (s != STATUS_OK)
            return s;
        if (!isfinite(h->step) || h->step < 0)
            return refuse(h, "step", t, h->step);
        h->step_of = t;
    }
    *size = h->step;
    return STATUS_OK;
}

static status ask_m(library_hooks *h, uint64_t t)
{
    h->m = 0;
    status s = ended(h, h->asked->m(h->asked->context, t, &h->m));
    if (s == STATUS_OK && (h->m < 1 || h->m > MOST_M))
        s = refuse(h, "m", t, (double)h->m);
    h->m_of = s == STATUS_OK ? t : h->m_of;
    return s;
}

static status batch(void *context, uint64_t t, size_t *m)
{
    library_hooks *h = context;
    status s = t == h->m_of ? STATUS_OK : ask_m(h, t);
    *m = h->m;
    return s;
}

static status update(void *context, size_t replicate, uint64_t t, const double *x, const double *v,
                     double *out)
{
    library_hooks *h = context;
    return ended(h, h->asked->update(h->asked->context, replicate, t, x, v, out));
}

static status metrics(void *context, size_t replicate, uint64_t t, const double *x, double *value)
{
    library_hooks *h = context;
    return ended(h, h->asked->metrics(h->asked->context, replicate, t, x, value));
}

static status record(void *context, const ensemble *e, size_t row)
{
    library_hooks *h = context;
    (void)e;
    int code = h->record(h->context, h->run, row);
    if (code < 0)
        return ended(h, code);
    return code > 0 ? STATUS_ON_RECORD : STATUS_OK;
}

/* What goes with a step of the caller's, and which options are given twice. */
static int check_options(const library_hooks *h, const debias_option *options, debias_error *error)
{
    const debias_hooks *a = h->asked;
    const struct {
        const char *option;
        bool asked;
    } twice[] = {{"step", a->step}, {"m", a->m}, {"update", a->update}, {"metrics", a->metrics}};
    for (size_t i = 0; i < sizeof twice / sizeof *twice; i++)
        if (twice[i].asked && find(options, twice[i].option))
            return library_fail(error, "'%s' is given as a hook and as an option", twice[i].option);
    if (a->update && a->step)
        return library_fail(error, "step and update exclude each other as hooks");
    if (a->update && find(options, "prox"))
        return library_fail(error, "prox does not go with a function as update");
    return 0;
}

static int check_names(const debias_hooks *a, const problem_type *type, debias_error *error)
{
    size_t most = TRACE_EXTRA - type->nmeasures;
    if (!a->metrics != !a->n_metrics)
        return library_fail(error, "metrics and n_metrics go with each other");
    if (a->n_metrics > most)
        return library_fail(error, "option 'metrics': expected at most %zu", most);
    for (size_t i = 0; i < a->n_metrics; i++)
        if (run_has_column(a->metric_names[i], type))
            return library_fail(error, "option 'metrics': '%s' is a column already",
                                a->metric_names[i]);
    return 0;
}

/* Copies the names, which the run keeps. */
static int keep_names(library_hooks *h, debias_error *error)
{
    size_t bytes = 0, at = 0;
    for (size_t i = 0; i < h->asked->n_metrics; i++)
        bytes += strlen(h->asked->metric_names[i]) + 1;
    h->names = malloc(bytes + 1);
    if (!h->names)
        return library_fail_status(error, STATUS_NO_MEMORY);
    for (size_t i = 0; i < h->asked->n_metrics; i++) {
        size_t n = strlen(h->asked->metric_names[i]) + 1;
        memcpy(h->names + at, h->asked->metric_names[i], n);
        h->name[i] = h->names + at;
        at += n;
    }
    return 0;
}

/* Copies the options and adds the first m. */
static int keep_options(library_hooks *h, const debias_option *options, debias_error *error)
{
    size_t n = 0;
    while (options && options[n].name)
        n++;
    h->options = calloc(n + 2, sizeof *h->options);
    if (!h->options)
        return library_fail_status(error, STATUS_NO_MEMORY);
    if (n)
        memcpy(h->options, options, n * sizeof *options);
    if (!h->asked->m)
        return 0;
    status s = ask_m(h, 1);
    if (s != STATUS_OK)
        return library_hooks_fail(h, s, 0, error);
    h->options[n] = (debias_option){.name = "m", .number = (double)h->m};
    return 0;
}

int library_hooks_begin(library_hooks *h, const debias_option *options, const problem *p,
                        debias_error *error)
{
    h->asked = h->asked ? h->asked : &none;
    if (check_options(h, options, error) < 0 || check_names(h->asked, p->type, error) < 0 ||
        keep_names(h, error) < 0)
        return -1;
    return keep_options(h, options, error);
}

bool library_hooks_move(const library_hooks *h)
{
    return h->asked->update != NULL;
}

bool library_hooks_size(const library_hooks *h)
{
    return h->asked->step != NULL;
}

void library_hooks_set(library_hooks *h, run_config *c)
{
    const debias_hooks *a = h->asked;
    c->hooks = (run_hooks){.context = h,
                           .step = a->step ? step : NULL,
                           .m = a->m ? batch : NULL,
                           .update = a->update ? update : NULL,
                           .metrics = a->metrics ? metrics : NULL,
                           .record = h->record ? record : NULL};
    c->metrics = a->n_metrics;
    c->metric_names = h->name;
    c->m_jacobian_follows = !find(h->options, "m_jac");
    if (a->step || a->m || a->update || a->metrics)
        c->threads = 1;
}

void library_hooks_end(library_hooks *h)
{
    free(h->options);
    free(h->names);
}

int library_hooks_fail(const library_hooks *h, status s, int code, debias_error *error)
{
    char text[NUMBER_TEXT];
    if (s != STATUS_CALLBACK || h->code || h->refused_at != 1)
        return library_fail_callback(error, s, h->code ? h->code : code);
    number_text(text, h->refused, 14);
    return library_fail(error, "option '%s': expected %s at step 1, got %s", h->option,
                        strcmp(h->option, "m") == 0 ? "a whole number from 1 to 1000000000"
                                                    : "a number >= 0",
                        text);
}
