/* The options of a run. */
#include "options.h"

#include <string.h>

const param run_params[RUN_PARAMS] = {
    [RUN_PROBLEM] = {"problem", PARAM_OBJECT, .flags = PARAM_PROMPT | PARAM_REQUIRED,
                     .choices = "problem", .meaning = "what to minimize"},
    [RUN_SAMPLES] = {"samples", PARAM_INTEGER, .flags = PARAM_OPTIONAL, .low = 1, .high = 0x1p53,
                     .unit = "g + Jacobian evaluations",
                     .meaning =
                         "budget of one replicate, never exceeded; or give steps or seconds"},
    [RUN_STEPS] = {"steps", PARAM_INTEGER, .flags = PARAM_OPTIONAL, .low = 1, .high = 0x1p53,
                   .meaning = "budget of one replicate in steps; or give samples"},
    [RUN_SECONDS] =
        {"seconds", PARAM_NUMBER, .flags = PARAM_OPTIONAL | PARAM_OPEN_LOW, .unit = "wall time",
         .meaning =
             "stop after so long, alone or before another budget is spent; not reproducible"},
    [RUN_STEP] =
        {"step", PARAM_ANY, .flags = PARAM_OPTIONAL,
         .meaning =
             "step size: a number, a schedule or a function of the step's number t = 1, 2, .."},
    [RUN_UPDATE] =
        {"update", PARAM_ANY, .flags = PARAM_OPTIONAL, .choices = "update",
         .meaning = "what a step makes of its direction: the name of a rule, whose options stand "
                    "beside it; or instead of step function(x, v, t, s) -> new x"},
    [RUN_PROX] = {"prox", PARAM_ANY, .flags = PARAM_OPTIONAL, .choices = "prox",
                  .meaning = "what is done to the point after a step: the name of a proximal step, "
                             "whose options stand beside it"},
    [RUN_CLIP] = {"clip", PARAM_NUMBER, .flags = PARAM_OPTIONAL | PARAM_OPEN_LOW,
                  .meaning = "the most that the norm of a step's direction may be"},
    [RUN_REPS] = {"reps", PARAM_INTEGER, .fallback = 10, .low = 1, .high = 1e6,
                  .unit = "replicates", .meaning = "independent runs on the same data"},
    [RUN_SEED] = {"seed", PARAM_INTEGER, .flags = PARAM_OPTIONAL, .high = 0x1p53,
                  .meaning = "names the streams; default --seed"},
    [RUN_X0] = {"x0", PARAM_ANY, .flags = PARAM_OPTIONAL,
                .meaning =
                    "start: a vec, or a mat with a row per replicate; default the problem's"},
    [RUN_RECORD] = {"record", PARAM_INTEGER, .fallback = 200, .low = 1, .high = 1e6, .unit = "rows",
                    .meaning = "log-spaced records besides the start"},
    [RUN_OUTPUT] = {"output", PARAM_CHOICE, .fallback = OUTPUT_LAST,
                    .choices = "last|average|random",
                    .meaning = "point that is reported: the last iterate, the mean over the second "
                               "half of the budget, or one drawn among all iterates"},
    [RUN_METRICS] = {"metrics", PARAM_TABLE, .flags = PARAM_PROMPT | PARAM_OPTIONAL,
                     .meaning = "columns of your own: {name = function(x) -> number, ..}"},
    [RUN_ON_RECORD] = {"on_record", PARAM_FUNCTION, .flags = PARAM_PROMPT | PARAM_OPTIONAL,
                       .meaning = "function(row), called at every record; returning true stops"},
    [RUN_TOL] = {"tol", PARAM_NUMBER, .flags = PARAM_OPTIONAL | PARAM_OPEN_LOW | PARAM_OPEN_HIGH,
                 .high = 1, .meaning = "stop when the mean gap is this part of the first"},
    [RUN_CHECKPOINT] = {"checkpoint", PARAM_STRING,
                        .flags = PARAM_PROMPT | PARAM_OPTIONAL | PARAM_IDLE, .choices = "file",
                        .meaning =
                            "file that the run is saved to, and goes on from when it is there"},
    [RUN_CHECKPOINT_EVERY] = {"checkpoint_every", PARAM_NUMBER, .flags = PARAM_PROMPT | PARAM_IDLE,
                              .fallback = 1, .unit = "seconds", .meaning = "between two savings"},
    [RUN_THREADS] = {"threads", PARAM_INTEGER, .flags = PARAM_OPTIONAL | PARAM_IDLE, .low = 1,
                     .high = 1024, .meaning = "default --threads; changes no result"},
    [RUN_PROGRESS] = {"progress", PARAM_BOOLEAN,
                      .flags = PARAM_PROMPT | PARAM_OPTIONAL | PARAM_IDLE,
                      .meaning = "false: a long run shows no progress on standard error"},
    [RUN_WATCH] = {"watch", PARAM_BOOLEAN, .flags = PARAM_PROMPT | PARAM_IDLE,
                   .meaning =
                       "draw the curve while the run goes on, on a terminal; changes no result"},
};

/* Whether the name is the column's or one of its limits'. */
static bool is_of(const char *name, const char *column)
{
    const char *rest = name + strlen(column);
    return strncmp(name, column, strlen(column)) == 0 &&
           (!*rest || strcmp(rest, "_lo") == 0 || strcmp(rest, "_hi") == 0);
}

bool run_has_column(const char *name, const problem_type *type)
{
    for (size_t k = 0; k < TRACE_COLUMNS; k++)
        if (is_of(name, trace_column_name(NULL, k)))
            return true;
    for (size_t k = 0; k < type->nmeasures; k++)
        if (is_of(name, type->measures[k].name))
            return true;
    return strcmp(name, "rep") == 0 || strcmp(name, "method") == 0;
}

const char *run_options_wrong(const arg a[RUN_PARAMS], const problem *p)
{
    if (a[RUN_SAMPLES].given && a[RUN_STEPS].given)
        return "samples and steps exclude each other";
    if (!a[RUN_SAMPLES].given && !a[RUN_STEPS].given && !a[RUN_SECONDS].given)
        return "give a budget: one of the options 'samples', 'steps' and 'seconds'";
    if (a[RUN_TOL].given && isnan(p->least))
        return "option 'tol': this problem has no gap, its least value is not known";
    return NULL;
}

void run_options_set(run_config *c, const arg a[RUN_PARAMS])
{
    c->timed = !a[RUN_SAMPLES].given && !a[RUN_STEPS].given;
    c->samples = a[RUN_SAMPLES].given ? (uint64_t)a[RUN_SAMPLES].number : 0;
    c->steps = (uint64_t)(c->timed ? run_params[RUN_STEPS].high : a[RUN_STEPS].number);
    c->seconds = a[RUN_SECONDS].number;
    c->clip = a[RUN_CLIP].number;
    c->tolerance = a[RUN_TOL].number;
    c->record = (size_t)a[RUN_RECORD].number;
    c->output = (run_output)a[RUN_OUTPUT].number;
    c->replicates = (size_t)a[RUN_REPS].number;
}
