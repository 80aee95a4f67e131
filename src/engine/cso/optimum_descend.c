/* What every part of the search for the least F does: F at a point, the descent from one, and what
 * is said of F where that never ends. */
#include "engine/number/minimize.h"
#include "engine/number/norm.h"
#include "engine/text/number.h"
#include "optimum_part.h"

#include <stdio.h>
#include <string.h>

enum { DESCENT = 2000 }; /* evaluations of one descent after the first */
/* Numbers may end so far away, poles are nearer. */
#define NO_POLE 1e30

double search_value(search *s, const double *x, double *gradient)
{
    if (problem_interrupted(s->p) || s->evaluations >= s->most)
        return NAN;
    s->evaluations++;
    return s->p->type->objective(s->p, x, gradient);
}

void search_aim(search *s, size_t k, size_t axes)
{
    memset(s->direction, 0, s->p->ld * sizeof *s->direction);
    if (k < axes)
        s->direction[k] = 1;
    for (size_t j = 0; k >= axes && j < s->p->d; j++)
        s->direction[j] = *stream_normals(s->normals, 1);
}

static double objective(const void *context, const double *x, double *gradient)
{
    return search_value((search *)context, x, gradient);
}

/* Says where the pole is. */
static void write_pole(problem *p, const double *x)
{
    char number[NUMBER_TEXT];
    int n = snprintf(p->pole, sizeof p->pole, "F falls without bound near x = %s",
                     p->d > 1 ? "vec{" : "");
    for (size_t j = 0; j < p->d && j < 4; j++) {
        number_text(number, fabs(x[j]) < 1e-100 ? 0 : x[j], 4);
        n += snprintf(p->pole + n, sizeof p->pole - (size_t)n, "%s%s", j ? ", " : "", number);
    }
    snprintf(p->pole + n, sizeof p->pole - (size_t)n, "%s%s", p->d > 4 ? ", .." : "",
             p->d > 1 ? "}" : "");
}

void search_bottomless(search *s, const double *x)
{
    for (size_t j = 0; j < s->p->d; j++)
        s->between[j] = x[j] == 0 ? 1e-6 : 10 * x[j];
    double far = search_value(s, s->between, NULL), length = norm_value(norm_of(x, s->p->d, 1));
    s->unbounded = far == -INFINITY || (isnan(far) && length > NO_POLE);
    if (!s->unbounded)
        write_pole(s->p, x);
}

/* Once there is a minimum, the end of a minimization that did not converge is kept, too, where F is
 * lower. */
void search_descend(search *s)
{
    problem *p = s->p;
    size_t most = s->most;
    if (s->evaluations > 0 && s->most - s->evaluations > DESCENT)
        s->most = s->evaluations + DESCENT;
    double value = minimize(objective, s, p->ld, s->x, s->minimizing);
    s->most = most;
    if (value == -INFINITY)
        search_bottomless(s, s->x);
    if (isnan(value) && !isnan(p->least))
        value = search_value(s, s->x, NULL);
    if (isnan(value) || value == -INFINITY || (!isnan(p->least) && !is_lower(value, p->least)))
        return;
    p->least = value;
    memcpy(p->optimum, s->x, p->ld * sizeof *s->x);
}
