/* The delete-one jackknife of q of the mean. */
#include "correct_part.h"

static void make_prefix(correct_job *b)
{
    bool log = b->rows.log;
    for (size_t j = 0; j < b->in; j++) {
        b->prefix[j] = sample_empty(log);
        for (size_t i = 0; i < b->n && !correct_job_stops(b, i); i++)
            b->prefix[(i + 1) * b->in + j] =
                sample_combine(log, b->prefix[i * b->in + j], b->rows.rows[i * b->in + j]);
    }
}

/* Puts the means without each of the rows first, first-1, .. into the points, n <= gap of them;
 * suffix: the total of the rows after it, moved on. */
static void leave_each_out(correct_job *b, size_t first, size_t n, double *suffix)
{
    bool log = b->rows.log;
    for (size_t i = 0; i < n; i++) {
        size_t row = first - i;
        for (size_t j = 0; j < b->in; j++) {
            double rest = sample_combine(log, b->prefix[row * b->in + j], suffix[j]);
            b->point[j * b->gap + i] = sample_mean_of(log, rest, (double)(b->n - 1));
            suffix[j] = sample_combine(log, suffix[j], b->rows.rows[row * b->in + j]);
        }
    }
}

/* Turns n values of q without a row into pseudo-values: n q - (n-1) q without it. */
static void take_pseudo_values(correct_job *b, size_t n)
{
    for (size_t l = 0; l < b->out; l++)
        for (size_t i = 0; i < n; i++) {
            double *value = &b->value[l * b->gap + i], plugin = b->result->plugin[l];
            *value = plugin + (double)(b->n - 1) * (plugin - *value);
            moments_add(&b->pseudo[l], *value);
        }
    for (size_t i = 0; i < n; i++)
        tails_add_vector(&b->tails, b->value + i, b->out, b->gap);
}

static void find_result(correct_job *b)
{
    correct_result *r = b->result;
    for (size_t l = 0; l < b->out; l++)
        r->jackknife[l] = b->pseudo[l].mean;
    r->tail_k = tails_k(&b->tails);
}

status correct_jackknife(correct_job *b)
{
    double *suffix = b->total;
    status s = STATUS_OK;
    make_prefix(b);
    for (size_t j = 0; j < b->in; j++)
        suffix[j] = sample_empty(b->rows.log);
    for (size_t left = b->n, made; left > 0 && s == STATUS_OK; left -= made) {
        made = left < CORRECT_BATCH ? left : CORRECT_BATCH;
        leave_each_out(b, left - 1, made, suffix);
        s = correct_job_evaluate(b, made);
        if (s == STATUS_OK)
            take_pseudo_values(b, made);
    }
    find_result(b);
    return s;
}
