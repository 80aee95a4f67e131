#include "family.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#define FAMILY(types, type, words)                                                                 \
    family family_of_##types(void)                                                                 \
    {                                                                                              \
        family f = {.option = #type, .noun = words, .n = type##_count()};                          \
        assert(f.n <= FAMILY_MOST);                                                                \
        for (size_t i = 0; i < f.n; i++) {                                                         \
            const type##_type *t = type##_type_at(i);                                              \
            f.of[i] = (family_member){t->name, t->summary, t->source, t->params, t->nparams};      \
        }                                                                                          \
        return f;                                                                                  \
    }
FAMILY(updates, update, "rule")
FAMILY(proxes, prox, "proximal step")

const family_member *family_find(const family *f, const char *name)
{
    for (size_t i = 0; i < f->n; i++)
        if (strcmp(f->of[i].name, name) == 0)
            return &f->of[i];
    return NULL;
}

static bool has(const family_member *type, const char *option)
{
    return param_find(type->params, type->nparams, option) < type->nparams;
}

const family_member *family_owner(const family *f, const family_member *type, const char *option)
{
    if (type && has(type, option))
        return NULL;
    for (size_t i = 0; i < f->n; i++)
        if (has(&f->of[i], option))
            return &f->of[i];
    return NULL;
}

void rule_choose(step_rule *r, const family_member *update, const family_member *prox)
{
    r->prox = prox ? prox_find(prox->name) : NULL;
    if (update || prox)
        r->update = update_find(update ? update->name : "sgd");
}

size_t rule_params(const step_rule *r, const param *out[RULE_PARAMS])
{
    size_t n = 0;
    for (size_t i = 0; r->update && i < r->update->nparams; i++)
        out[n++] = &r->update->params[i];
    for (size_t i = 0; r->prox && i < r->prox->nparams; i++)
        out[n++] = &r->prox->params[i];
    return n;
}

void rule_set(step_rule *r, const arg *a)
{
    for (size_t i = 0; r->update && i < r->update->nparams; i++)
        r->option[i] = (a++)->number;
    for (size_t i = 0; r->prox && i < r->prox->nparams; i++)
        r->bound[i] = *a++;
}

const char *rule_wrong(const step_rule *r, size_t d, char why[RULE_WHY])
{
    for (size_t i = 0; r->prox && i < r->prox->nparams; i++) {
        const arg *a = &r->bound[i];
        if (!a->data || a->rows == 1 || a->rows == d)
            continue;
        snprintf(why, RULE_WHY,
                 "option '%s': expected a number or a vec of length %zu, got one of length %zu",
                 r->prox->params[i].name, d, a->rows);
        return why;
    }
    return r->prox && r->prox->check ? r->prox->check(r->bound, d) : NULL;
}
