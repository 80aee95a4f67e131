/* q of the mean, with and without each group of rows. */
#include "correct_part.h"

#include "correct_groups.h"

#include <string.h>

/* out <- q at the mean of n rows: those numbered, or the first n. */
static status plug_in_rows(correct_job *b, const uint32_t *number, size_t n, double *out)
{
    sample_mean_of_rows(&b->rows, number, n, b->point, b->gap);
    return correct_job_evaluate_one(b, out);
}

/* The same without one of the g-th distinct rows. */
static status plug_in_distinct(correct_job *b, size_t g, double *out)
{
    subsets *s = &b->subsets;
    correct_groups_take(b, g);
    memcpy(s->taken, s->count, sizeof s->taken);
    subsets_mean(s, s->n, b->point, b->gap);
    correct_groups_put_back(b, g);
    return correct_job_evaluate_one(b, out);
}

status correct_plugin_of_all(correct_job *b)
{
    return plug_in_rows(b, NULL, b->n, b->result->plugin);
}

status correct_plugin(correct_job *b)
{
    status s = correct_plugin_of_all(b);
    correct_groups_choose(b);
    for (size_t g = 0; g < b->groups.n && s == STATUS_OK; g++) {
        double *without = b->without + g * b->out;
        s = b->exact ? plug_in_distinct(b, g, without)
                     : plug_in_rows(b, b->kept, correct_groups_keep(b, g), without);
    }
    return s;
}
