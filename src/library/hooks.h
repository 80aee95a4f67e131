/* What a run asks the caller on its way. */
#pragma once

#include "engine/run/options.h"
#include "library/debias.h"

typedef struct library_hooks {
    const debias_hooks *asked;
    debias_on_record *record;
    void *context; /* record's */
    const debias_run *run;
    int code;             /* what one of them failed with */
    double step, refused; /* the answers of a step, which serve all groups; one of no use */
    size_t m;
    uint64_t step_of, m_of, refused_at;
    const char *option;     /* the option that was refused */
    debias_option *options; /* the caller's, with the first m */
    char *names;            /* of the metrics, one after the other */
    const char *name[TRACE_EXTRA];
} library_hooks;

/* Begins h, of which asked, record, context and run are set, with the options of the call, NULL for
 * none; h->options are to be read instead. 0, or -1 with an error; end it in both cases. */
int library_hooks_begin(library_hooks *h, const debias_option *options, const problem *p,
                        debias_error *error);

/* Whether the step is made by the caller: no step size is to be given. */
bool library_hooks_move(const library_hooks *h);

/* Whether the step size is the caller's. */
bool library_hooks_size(const library_hooks *h);

/* Sets the hooks of *c, which point to h. */
void library_hooks_set(library_hooks *h, run_config *c);
void library_hooks_end(library_hooks *h);

/* Fails with the status of the run. */
int library_hooks_fail(const library_hooks *h, status s, int code, debias_error *error);
