/* Where the states of a rule lie, and how they begin. */
#include "rule.h"

#include <string.h>

/* A number that distinguishes rules, exact in a double for names of up to ten letters. */
static double tag_of(const char *name)
{
    double tag = 0;
    for (; *name; name++)
        tag = tag * 31 + *name;
    return tag;
}

void rule_layout(group *g, const step_rule *r, arena *memory)
{
    size_t numbers = rule_numbers(r, g->ld);
    if (numbers)
        g->rule_state = arena_keep(memory, g->replicates, numbers * sizeof(double));
    if (r->prox)
        g->bounds = arena_take(memory, r->prox->rows * g->ld * sizeof(double));
}

static void begin(group *g, size_t replicate)
{
    const step_rule *r = g->rule;
    double *state = g->rule_state + replicate * rule_numbers(r, g->ld);
    memset(state, 0, rule_numbers(r, g->ld) * sizeof *state);
    state[UPDATE_TAG] = tag_of(r->update->name);
    if (r->update->begin)
        r->update->begin(r->option, g->ld, state + UPDATE_HEAD);
}

void rule_start(group *g, const step_rule *r)
{
    bool plain = !r->update || (r->update->plain && !r->prox);
    g->rule = plain ? NULL : r;
    if (r->prox && r->prox->begin)
        r->prox->begin(r->bound, g->estimator->problem->d, g->ld, g->bounds);
    for (size_t i = 0; i < g->replicates && rule_numbers(r, g->ld); i++)
        begin(g, i);
}

void rule_constrain(group *g)
{
    const step_rule *r = g->rule;
    for (size_t i = 0; i < g->live; i++)
        if (!g->failed[g->live_replicate[i]])
            r->prox->apply(r->bound, g->bounds, g->step, g->ld,
                           group_row(g, g->x, g->live_replicate[i]));
}

void rule_settle(group *g, size_t replicate)
{
    size_t numbers = g->rule ? rule_numbers(g->rule, g->ld) : 0;
    if (numbers && g->rule_state[replicate * numbers + UPDATE_TAG] != tag_of(g->rule->update->name))
        begin(g, replicate);
}
