/* Gauss-Kronrod rule of 7 and 15 points on each interval; their difference is the error estimate,
 * pessimistic where the integrand is smooth and honest at a kink, which bisection encloses. */
#include "quad.h"

#include <math.h>
#include <stdlib.h>

typedef struct quad_part {
    double a, b, value, error, rounding;
} quad_part;

/* Nodes on [0, 1] from the outside in; every second one is a node of the 7-point rule. */
static const double node[8] = {
    0.991455371120812639206854697526329, 0.949107912342758524526189684047851,
    0.864864423359769072789712788640926, 0.741531185599394439863864773280788,
    0.586087235467691130294144322145390, 0.405845151377397166906606412076961,
    0.207784955007898467600689403773245, 0};
static const double kronrod[8] = {
    0.022935322010529224963732008058970, 0.063092092629978553290700663189204,
    0.104790010322250183839876322541518, 0.140653259715525918745189590510238,
    0.169004726639267902826583426598550, 0.190350578064785409913256402421014,
    0.204432940075298892414161999234649, 0.209482141084727828012999174891714};
static const double gauss[4] = {
    0.129484966168869693270611432679082, 0.279705391489276667901467771423780,
    0.381830050505118944950369775488975, 0.417959183673469387755102040816327};

static status measure(const quad *q, quad_part *p, double *size)
{
    double x[QUAD_POINTS], y[QUAD_POINTS], rounding[QUAD_POINTS];
    double middle = (p->a + p->b) / 2, half = (p->b - p->a) / 2, coarse = 0;
    for (int i = 0; i < QUAD_POINTS; i++)
        x[i] = middle + (i < 8 ? -node[i] : node[14 - i]) * half;
    status outcome = q->eval(q->context, x, y, rounding);
    *size = p->value = p->rounding = 0;
    for (int i = 0; i < QUAD_POINTS; i++) {
        int k = i < 8 ? i : 14 - i;
        p->value += half * kronrod[k] * y[i];
        p->rounding += half * kronrod[k] * rounding[i];
        *size += half * kronrod[k] * fabs(y[i]);
        coarse += k % 2 ? half * gauss[k / 2] * y[i] : 0;
    }
    p->error = fabs(p->value - coarse);
    return outcome;
}

static void swap(quad_part *a, quad_part *b)
{
    quad_part t = *a;
    *a = *b;
    *b = t;
}

static status push(quad *q, const quad_part *p)
{
    if (q->parts == q->room) {
        size_t room = q->room ? 2 * q->room : 256;
        quad_part *grown = realloc(q->part, room * sizeof *grown);
        if (!grown)
            return STATUS_NO_MEMORY;
        q->part = grown;
        q->room = room;
    }
    size_t i = q->parts++;
    for (q->part[i] = *p; i && q->part[(i - 1) / 2].error < q->part[i].error; i = (i - 1) / 2)
        swap(&q->part[i], &q->part[(i - 1) / 2]);
    return STATUS_OK;
}

static quad_part pop(quad *q)
{
    quad_part top = q->part[0];
    q->part[0] = q->part[--q->parts];
    for (size_t i = 0, child; (child = 2 * i + 1) < q->parts; i = child) {
        child += child + 1 < q->parts && q->part[child + 1].error > q->part[child].error;
        if (q->part[i].error >= q->part[child].error)
            break;
        swap(&q->part[i], &q->part[child]);
    }
    return top;
}

/* Sums from scratch: running sums would keep the rounding of large errors since refined. */
static void sum(quad *q)
{
    q->value = q->error = q->rounding = 0;
    for (size_t i = 0; i < q->parts; i++) {
        q->value += q->part[i].value;
        q->error += q->part[i].error;
        q->rounding += q->part[i].rounding;
    }
}

static status add_part(quad *q, double a, double b, double *size)
{
    quad_part p = {.a = a, .b = b};
    status outcome = measure(q, &p, size);
    q->used++;
    return outcome == STATUS_OK ? push(q, &p) : outcome;
}

status quad_add(quad *q, double a, double b, double *size)
{
    status outcome = add_part(q, a, b, size);
    sum(q);
    return outcome;
}

/* Replaces the worst interval by its halves. */
static status bisect(quad *q)
{
    quad_part whole = pop(q);
    double middle = (whole.a + whole.b) / 2, size;
    status outcome = add_part(q, whole.a, middle, &size);
    return outcome == STATUS_OK ? add_part(q, middle, whole.b, &size) : outcome;
}

status quad_refine(quad *q, double relative)
{
    for (;;) {
        sum(q);
        if (q->error <= fmax(relative * fabs(q->value), q->rounding))
            return STATUS_OK;
        if (q->used >= q->most)
            return STATUS_NO_CONVERGENCE;
        for (size_t i = 0, n = 1 + q->parts / 8; i < n; i++) {
            status outcome = bisect(q);
            if (outcome != STATUS_OK)
                return outcome;
        }
    }
}

void quad_free(quad *q)
{
    free(q->part);
}
