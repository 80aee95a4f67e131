/* The options of a run stand in one table with those of the method: the run's own, those of the
 * schedule, such as "schedule.every", and those of the update and the proximal step that are
 * named. */
#include "library/run_options.h"

#include "engine/rule/family.h"
#include "engine/text/number.h"
#include "library/option.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { SCHEDULE_NAME = 32, MORE = RUN_PARAMS + 1 + SCHEDULE_PARAMS + RULE_PARAMS };

/* The table of all but the method's. */
typedef struct table {
    param of[MORE];
    arg given[MORE];
    size_t n, of_schedule, of_rule; /* where the options of the schedule and of the rule begin */
    char kinds[SCHEDULE_KINDS * SCHEDULE_NAME], schedule_names[SCHEDULE_PARAMS][SCHEDULE_NAME];
} table;

static const debias_option *find(const debias_option *options, const char *name)
{
    for (const debias_option *o = options; o && o->name; o++)
        if (strcmp(o->name, name) == 0)
            return o;
    return NULL;
}

/* *name <- what the option gives, NULL where it is not there. */
static int name_of(const debias_option *options, const char *option, const char *words,
                   const char **name, debias_error *error)
{
    char number[NUMBER_TEXT];
    const debias_option *o = find(options, option);
    *name = o ? o->text : NULL;
    if (!o || o->text)
        return 0;
    number_text(number, o->number, 14);
    return library_fail(error, "option '%s': expected one of %s, got %s", option, words, number);
}

/* "adagrad, adam, momentum, sgd" */
static void join(const family *f, char *out, size_t size)
{
    size_t at = 0;
    for (size_t i = 0; i < f->n && at < size; i++)
        at += (size_t)snprintf(out + at, size - at, "%s%s", i ? ", " : "", f->of[i].name);
}

static int fail_member(const family *f, const char *name, const char *words, debias_error *error)
{
    const char *names[FAMILY_MOST];
    for (size_t i = 0; i < f->n; i++)
        names[i] = f->of[i].name;
    const char *near = param_nearest(name, names, f->n);
    return near ? library_fail(error, "option '%s': unknown %s '%s', did you mean '%s'?", f->option,
                               f->noun, name, near)
                : library_fail(error, "option '%s': unknown %s '%s', there are %s", f->option,
                               f->noun, name, words);
}

/* The type of a family that its option names, NULL for none; options of other types are refused. */
static int choose(const debias_option *options, const family *f, const family_member **type,
                  debias_error *error)
{
    char words[200];
    const char *name;
    join(f, words, sizeof words);
    if (name_of(options, f->option, words, &name, error) < 0)
        return -1;
    *type = name ? family_find(f, name) : NULL;
    if (name && !*type)
        return fail_member(f, name, words, error);
    for (const debias_option *o = options; o && o->name; o++) {
        const family_member *owner = family_owner(f, *type, o->name);
        if (owner)
            return library_fail(error, "option '%s' goes with %s=\"%s\"", o->name, f->option,
                                owner->name);
    }
    return 0;
}

static void append(table *t, const param *p)
{
    t->of[t->n++] = *p;
}

/* The run's own, without functions and what else only a prompt has. */
static void append_run(table *t)
{
    for (size_t i = 0; i < RUN_PARAMS; i++) {
        append(t, &run_params[i]);
        t->of[i].flags &= ~(unsigned)PARAM_REQUIRED;
    }
    t->of[RUN_STEP].kind = PARAM_NUMBER;
    t->of[RUN_STEP].flags |= PARAM_OPEN_LOW;
    t->of[RUN_UPDATE].kind = t->of[RUN_PROX].kind = PARAM_STRING;
    t->of[RUN_X0].kind = PARAM_MATRIX;
    t->of[RUN_X0].low = -INFINITY;
}

/* The kind that has the option, such as "schedule.every"; SCHEDULE_KINDS where none has. */
static schedule_kind owner_of(const char *option)
{
    static const char prefix[] = "schedule.";
    size_t n, length = sizeof prefix - 1;
    for (int k = 0; k < SCHEDULE_KINDS && strncmp(option, prefix, length) == 0; k++) {
        const param *p = schedule_params((schedule_kind)k, &n);
        if (param_find(p, n, option + length) < n)
            return (schedule_kind)k;
    }
    return SCHEDULE_KINDS;
}

static int refuse_others(const debias_option *options, const table *t, debias_error *error)
{
    for (const debias_option *o = options; o && o->name; o++) {
        schedule_kind owner = owner_of(o->name);
        if (owner < SCHEDULE_KINDS && param_find(t->of, t->n, o->name) == t->n)
            return library_fail(error, "option '%s' goes with schedule=\"%s\"", o->name,
                                schedule_name(owner));
    }
    return 0;
}

/* The kind of that name; SCHEDULE_KINDS where there is none. */
static schedule_kind kind_of(const char *name)
{
    int k = 0;
    while (k < SCHEDULE_KINDS && strcmp(schedule_name((schedule_kind)k), name) != 0)
        k++;
    return (schedule_kind)k;
}

static int choose_schedule(table *t, const debias_option *options, schedule_kind *kind,
                           debias_error *error)
{
    const char *name;
    size_t at = 0;
    for (int k = 0; k < SCHEDULE_KINDS; k++)
        at += (size_t)snprintf(t->kinds + at, sizeof t->kinds - at, "%s%s", k ? "|" : "",
                               schedule_name((schedule_kind)k));
    if (name_of(options, "schedule", t->kinds, &name, error) < 0)
        return -1;
    *kind = name ? kind_of(name) : SCHEDULE_CONSTANT;
    return *kind < SCHEDULE_KINDS
               ? 0
               : library_fail(error, "option 'schedule': expected one of %s, got '%s'", t->kinds,
                              name);
}

/* The option "schedule" and those of the kind that it names. */
static int append_schedule(table *t, const debias_option *options, schedule_kind *kind,
                           debias_error *error)
{
    size_t n;
    if (choose_schedule(t, options, kind, error) < 0)
        return -1;
    append(t, &(param){"schedule", PARAM_CHOICE, .flags = PARAM_OPTIONAL, .choices = t->kinds});
    const param *own = schedule_params(*kind, &n);
    t->of_schedule = t->n;
    for (size_t i = 0; i < n; i++) {
        append(t, &own[i]);
        snprintf(t->schedule_names[i], SCHEDULE_NAME, "schedule.%s", own[i].name);
        t->of[t->n - 1].name = t->schedule_names[i];
    }
    return refuse_others(options, t, error);
}

static int append_rule(table *t, const debias_option *options, step_rule *r, debias_error *error)
{
    const family updates = family_of_updates(), proxes = family_of_proxes();
    const family_member *update, *prox;
    const param *own[RULE_PARAMS];
    if (choose(options, &updates, &update, error) < 0 || choose(options, &proxes, &prox, error) < 0)
        return -1;
    rule_choose(r, update, prox);
    size_t n = rule_params(r, own);
    t->of_rule = t->n;
    for (size_t i = 0; i < n; i++)
        append(t, own[i]);
    return 0;
}

/* A setting that is not zero stands for the option. */
static int take(arg *a, size_t i, double value, debias_error *error)
{
    char words[PARAM_WORDS], text[NUMBER_TEXT];
    param p = run_params[i];
    if (value == 0)
        return 0;
    if (a[i].given)
        return library_fail(error, "'%s' is given as a setting and as an option", p.name);
    if (i == RUN_STEP) {
        p.kind = PARAM_NUMBER;
        p.flags |= PARAM_OPEN_LOW;
    }
    number_text(text, value, 14);
    if (!param_takes(&p, value))
        return library_fail(error, "option '%s': expected %s, got %s", p.name,
                            param_expected(&p, words), text);
    a[i] = (arg){.given = true, .number = value};
    return 0;
}

static int take_settings(arg *a, const debias_problem *p, const debias_settings *s,
                         debias_error *error)
{
    const double value[RUN_PARAMS] = {[RUN_SAMPLES] = (double)s->samples,
                                      [RUN_STEPS] = (double)s->steps,
                                      [RUN_STEP] = s->step,
                                      [RUN_CLIP] = s->clip,
                                      [RUN_REPS] = (double)s->reps,
                                      [RUN_SEED] = fmin((double)s->seed, run_params[RUN_SEED].high),
                                      [RUN_RECORD] = (double)s->record,
                                      [RUN_THREADS] = (double)s->threads};
    for (size_t i = 0; i < RUN_PARAMS; i++)
        if (take(a, i, value[i], error) < 0)
            return -1;
    if (s->x0 && a[RUN_X0].given)
        return library_fail(error, "'x0' is given as a setting and as an option");
    if (s->x0)
        a[RUN_X0] = (arg){.given = true, .data = s->x0, .rows = debias_problem_dim(p), .cols = 1};
    return 0;
}

static int check(const library_run_options *o, const library_hooks *h, const debias_problem *p,
                 debias_error *error)
{
    char why[RULE_WHY];
    const char *wrong = run_options_wrong(o->given, (const problem *)p);
    wrong = wrong ? wrong : rule_wrong(&o->rule, debias_problem_dim(p), why);
    if (!wrong && !o->given[RUN_STEP].given && !library_hooks_size(h) && !library_hooks_move(h))
        wrong = "option 'step' must be given: step size";
    if (!wrong && o->given[RUN_STEP].given && library_hooks_size(h))
        wrong = "'step' is given as a hook and as a setting";
    if (!wrong && o->given[RUN_STEP].given && library_hooks_move(h))
        wrong = "step does not go with a function as update, which makes the step itself";
    return wrong ? library_fail(error, "%s", wrong) : 0;
}

/* Takes what was read for the table. */
static void settle(library_run_options *o, const table *t, schedule_kind kind)
{
    memcpy(o->given, t->given, sizeof o->given);
    rule_set(&o->rule, t->given + t->of_rule);
    schedule_set(&o->step, kind, 0, t->given + t->of_schedule);
}

int library_run_options_read(library_run_options *o, const debias_problem *p, const char *method,
                             const library_hooks *hooks, const debias_settings *settings,
                             debias_error *error)
{
    const debias_option *options = hooks->options;
    static const debias_settings none = {0};
    const debias_settings *s = settings ? settings : &none;
    table t = {.n = 0};
    schedule_kind kind;
    append_run(&t);
    if (append_schedule(&t, options, &kind, error) < 0 ||
        append_rule(&t, options, &o->rule, error) < 0)
        return -1;
    const library_more more = {t.of, t.n, t.given};
    if (library_estimator_read(&o->by, p, OF_GRADIENT, method, options, &more, s->op, error) < 0)
        return -1;
    settle(o, &t, kind);
    if (take_settings(o->given, p, s, error) < 0 || check(o, hooks, p, error) < 0)
        return -1;
    o->step.a = o->given[RUN_STEP].number;
    return 0;
}
