/* The order of the parts: plug-ins, splits, then each operator's row. */
#include "correct.h"

#include "correct_job.h"
#include "correct_part.h"
#include "correct_variance.h"

#include <math.h>

void correct_mean(const double *data, size_t n, size_t in, bool log, double *out,
                  const atomic_int *interrupt)
{
    sample_mean(data, n, in, log, out, interrupt);
}

size_t correct_work(const correct_config *c)
{
    correct_job measured;
    correct_result unused;
    arena memory = {0};
    correct_job_layout(&measured, c, &unused, &memory);
    return memory.used;
}

/* All that needs no split. */
static status make_plug_ins(correct_job *b)
{
    b->exact = correct_all_possible(b);
    status s = correct_plugin(b);
    if (s != STATUS_OK)
        return s;
    correct_scale_choose(b);
    if (b->n > 1)
        s = correct_jackknife(b);
    if (b->n > 1 && s == STATUS_OK)
        s = correct_floor(b);
    if (b->n > 1 && s == STATUS_OK)
        s = correct_bend(b);
    return s;
}

static status make_splits(correct_job *b)
{
    b->counting = true;
    status s = b->exact ? correct_all_splits(b) : correct_random_splits(b);
    b->counting = false;
    return s;
}

/* The operators' rows, after what has ended the splits; returns what ended it all. */
static status conclude(correct_job *b, status s)
{
    for (size_t i = 0; i < b->config->ops; i++) {
        b->failed = s == STATUS_CALLBACK;
        status judged = correct_conclude(b, i);
        s = s == STATUS_OK ? judged : s;
    }
    /* a function of the user's that an interrupt stopped has not failed */
    return s == STATUS_CALLBACK && *b->config->interrupt ? STATUS_INTERRUPTED : s;
}

status correct_run(const correct_config *c, void *work, correct_result *out)
{
    correct_job b;
    arena memory = {.block = work};
    *out = (correct_result){.tail_k = NAN, .plugin_var = NAN};
    correct_job_layout(&b, c, out, &memory);
    status s = correct_job_begin(&b, c->n);
    if (s == STATUS_OK)
        s = make_plug_ins(&b);
    if (s != STATUS_OK)
        return s;
    out->known = true;
    out->all = b.exact;
    if (b.n > 1)
        s = make_splits(&b);
    if (b.n > 1)
        out->plugin_var = correct_plugin_variance(&b);
    s = conclude(&b, s);
    correct_scale_undo(&b);
    return s;
}
