/* Estimates are made until every point has as many as it needs. */
#include "lab_part.h"

#include <math.h>

static void report(void *context, double share)
{
    const lab *l = context;
    const moments *made = &l->result[l->shown].reduced->finite;
    bool known = l->config->q->out == 1 && made->n > 1;
    double done = l->fitting ? 0 : ((double)l->present + share) * LAB_CHUNK;
    progress_report(l->config->progress, fmin(done / l->all, 1), known ? made->mean : NAN,
                    1.96 * moments_se(made));
}

status lab_run(const lab_config *c, double *work, lab_result *out)
{
    lab l = {.config = c, .all = (double)c->reps, .shown = c->points - 1, .result = out};
    uint64_t next = c->se > 0 && c->reps > LAB_CHUNK ? LAB_CHUNK : c->reps;
    lab_begin(&l, c, work);
    l.worker[0].context = &l;
    l.worker[0].report = report;
    status s = lab_find_target(&l);
    while (s == STATUS_OK && next > 0) {
        s = lab_draw_until(&l, next);
        next = s == STATUS_OK ? lab_look(&l) : 0;
    }
    lab_gather(&l);
    for (size_t p = 0; p < c->points; p++)
        lab_finish(&l, p, s);
    return s;
}
