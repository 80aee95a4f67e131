/* Laws. A debias_dist is the engine's dist under the library's name. */
#include "engine/law/dist.h"
#include "library/option.h"

#include <math.h>
#include <stdlib.h>

static const dist *inside(const debias_dist *d)
{
    return (const dist *)d;
}

/* Whether it needs nothing but numbers: no function of the caller's, no other law. */
static bool is_of_numbers(const dist_type *type)
{
    for (size_t i = 0; i < type->nparams; i++)
        if (type->params[i].kind == PARAM_OBJECT)
            return false;
    return !type->calls_back;
}

/* The i-th such type; NULL past the last. */
static const dist_type *offered(size_t i)
{
    for (size_t k = 0; k < dist_count(); k++)
        if (is_of_numbers(dist_type_at(k)) && i-- == 0)
            return dist_type_at(k);
    return NULL;
}

const char *debias_dist_name(size_t i)
{
    const dist_type *type = offered(i);
    return type ? type->name : NULL;
}

/* The type, or NULL with a message. */
static const dist_type *find(const char *name, debias_error *error)
{
    const dist_type *type = dist_find(name);
    if (type && is_of_numbers(type))
        return type;
    library_fail_name(error, "distribution", name, debias_dist_name);
    return NULL;
}

debias_dist *debias_dist_new(const char *name, const debias_option *options, debias_error *error)
{
    arg a[LIBRARY_PARAMS];
    const dist_type *type = find(name, error);
    if (!type || library_options(options, type->params, type->nparams, a, error) < 0)
        return NULL;
    const char *expected = type->check ? type->check(a) : NULL;
    dist *d = expected ? NULL : calloc(1, dist_size(type, a));
    if (!d) {
        library_fail(error, expected ? "expected %s" : "%s",
                     expected ? expected : status_text(STATUS_NO_MEMORY));
        return NULL;
    }
    dist_init(d, type, a);
    return (debias_dist *)d;
}

void debias_dist_free(debias_dist *d)
{
    free(d);
}

size_t debias_dist_dim(const debias_dist *d)
{
    return inside(d)->dim;
}

double debias_dist_moment(const debias_dist *d, int k)
{
    return k < 0 ? (double)NAN : dist_moment(inside(d), k);
}
