/* Whether the least F that was found is F's minimum.
 *
 * F is followed along rays to the end of all numbers: one along which it falls without bound, or to
 * less than was found, or never rises though it does on the other side, has no minimum to show.
 *
 * Of a convex F a minimum is proved by second derivatives, taken as differences of the gradient:
 * along each of their principal axes F rises on both sides, by its curvature or where that is lost
 * in rounding by its values, and what the gradient leaves F to fall is nothing. Valleys that go on
 * for ever are seen along these axes, too. */
#include "engine/number/norm.h"
#include "engine/number/num.h"
#include "engine/number/tally.h"
#include "optimum_part.h"

#include <string.h>

/* How far second derivatives may be off, of the largest: by rounding, times the width; and at most
 * where principal axes are of use. */
#define SECOND 2e-15
#define UNSURE 1e-7
#define STEP 1e-4 /* of 1 + |x|: the longest that leads to a minimum */
#define LEFT 1e-9 /* of F's size, that a minimum which is proved may be too high */

enum { RANDOM = 6, SWEEPS = 30, NEAR = 4096 };

static const char unreached[] = "F has no minimum: it falls towards a value that it does not reach";
static const char unbounded[] = "F is unbounded below";
static const char falling[] = "no minimum of F was found: it keeps falling away from 0";

/* What F does on the two sides of row s->center along s->direction. */
typedef struct sides {
    ray up, down;
    double end; /* the lower of F at their ends */
} sides;

static sides look(search *s, double reach, double slack)
{
    sides both;
    both.up = search_ray(s, s->center, s->direction, reach, slack);
    both.end = s->end;
    for (size_t j = 0; j < s->p->d; j++)
        s->direction[j] = -s->direction[j];
    both.down = search_ray(s, s->center, s->direction, reach, slack);
    both.end = fmin(both.end, s->end);
    return both;
}

static bool either(sides both, ray r)
{
    return both.up == r || both.down == r;
}

/* F comes down to within `off` of the bound that it does not reach. */
static bool is_at_bound(const problem *p, double value, double off)
{
    double low = fmin(p->least, value);
    return isfinite(p->bound) && p->bound_open &&
           low - p->bound <= rounding_floor(fabs(p->bound), 1) + off;
}

/* Why there is no minimum along this line. */
static const char *verdict(const search *s, sides both, double off)
{
    const problem *p = s->p;
    bool tail = either(both, RAY_FLAT) && both.up != both.down;
    if (search_done(s)) /* rays end where there is no more to be evaluated, too */
        return NULL;
    if (either(both, RAY_UNBOUNDED))
        return unbounded;
    if (!tail && !either(both, RAY_FALLS))
        return NULL;
    if (is_at_bound(p, both.end, off))
        return unreached;
    if (either(both, RAY_FALLS))
        return falling;
    if (!p->analytic)
        return NULL;
    return p->convex && off == 0 ? unreached : falling;
}

/* Direction number k of those that are followed to the end: the optimum's, coordinates, random. */
static bool choose_direction(search *s, size_t k)
{
    const problem *p = s->p;
    size_t axes = p->d < OPTIMUM_SECOND ? p->d : OPTIMUM_SECOND;
    double length = norm_value(norm_of(p->optimum, p->d, 1));
    if (k > 0)
        search_aim(s, k - 1, axes);
    for (size_t j = 0; j < p->d && k == 0; j++)
        s->direction[j] = length > 0 ? p->optimum[j] / length : 1;
    return k <= axes + (p->d > 1 && !p->convex ? RANDOM : 0);
}

/* F is higher at 0: a bump that a ray may step over. */
static bool rises_to_zero(search *s)
{
    memset(s->y, 0, s->p->ld * sizeof *s->y);
    return is_lower(s->p->least, search_value(s, s->y, NULL));
}

static const char *judge_far(search *s)
{
    const char *why = NULL;
    for (size_t k = 0; !why && choose_direction(s, k); k++) {
        sides both = look(s, INFINITY, 0);
        if (k == 0 && both.down == RAY_FLAT && rises_to_zero(s))
            both.down = RAY_RISES;
        why = verdict(s, both, 0);
    }
    return why;
}

/* H, d x d <- differences of the gradient at row s->center over h (1 + |x_j|) to each side. */
static void differences(search *s, double h, double *H)
{
    size_t d = s->p->d;
    for (size_t j = 0; j < d; j++) {
        double width = h * (1 + fabs(s->center[j]));
        for (int side = 0; side < 2; side++) {
            memcpy(s->between, s->center, s->p->ld * sizeof *s->between);
            s->between[j] += side ? -width : width;
            search_value(s, s->between, s->y);
            for (size_t i = 0; i < d; i++)
                H[j * d + i] = (side ? H[j * d + i] : 0) + (side ? -1 : 1) * s->y[i] / (2 * width);
        }
    }
}

/* H <- the same over h, extrapolated from those over 2 h too. Returns how far they may be off, of
 * the largest one. */
static double extrapolated(search *s, double h, double *H, double *wide)
{
    size_t d = s->p->d;
    double most = 0, off = 0;
    differences(s, 2 * h, wide);
    differences(s, h, H);
    for (size_t i = 0; i < d * d; i++) {
        most = fmax(most, fabs(H[i]));
        off = fmax(off, fabs(H[i] - wide[i]));
        H[i] += (H[i] - wide[i]) / 3;
    }
    return fmax(SECOND / h, most > 0 ? off / most * (off / most) : 0);
}

/* H <- second derivatives at row s->center, symmetric; by differences over the first width at which
 * they agree. Returns how far they may be off, of the largest one. */
static double second_derivatives(search *s, double *H, double *wide)
{
    static const double widths[] = {1e-4, 3e-6, 1e-7};
    size_t d = s->p->d;
    double off = INFINITY;
    for (size_t k = 0; k < sizeof widths / sizeof *widths && off > UNSURE; k++)
        off = extrapolated(s, widths[k], H, wide);
    for (size_t j = 0; j < d; j++)
        for (size_t i = 0; i < j; i++)
            H[j * d + i] = H[i * d + j] = 0.5 * (H[j * d + i] + H[i * d + j]);
    return off;
}

/* Turns rows and columns i and j of H so that they have nothing in common, and rows of V with them.
 */
static void rotate(double *H, double *V, size_t d, size_t i, size_t j)
{
    double theta = (H[j * d + j] - H[i * d + i]) / (2 * H[i * d + j]);
    double t = copysign(1, theta) / (fabs(theta) + num_hypot(theta, 1)), c = 1 / num_hypot(t, 1),
           sn = t * c;
    for (size_t k = 0; k < d; k++) {
        double a = H[k * d + i], b = H[k * d + j];
        H[k * d + i] = c * a - sn * b;
        H[k * d + j] = sn * a + c * b;
    }
    for (size_t k = 0; k < d; k++) {
        double a = H[i * d + k], b = H[j * d + k], v = V[i * d + k], w = V[j * d + k];
        H[i * d + k] = c * a - sn * b;
        H[j * d + k] = sn * a + c * b;
        V[i * d + k] = c * v - sn * w;
        V[j * d + k] = sn * v + c * w;
    }
}

/* Jacobi's method: H becomes diagonal, rows of V its principal axes. */
static void diagonalize(double *H, double *V, size_t d)
{
    memset(V, 0, d * d * sizeof *V);
    for (size_t i = 0; i < d; i++)
        V[i * d + i] = 1;
    for (int sweep = 0; sweep < SWEEPS; sweep++)
        for (size_t i = 0; i < d; i++)
            for (size_t j = i + 1; j < d; j++)
                if (fabs(H[i * d + j]) > 1e-300)
                    rotate(H, V, d, i, j);
}

static double largest(const double *H, size_t d)
{
    double most = 0;
    for (size_t i = 0; i < d; i++)
        most = fmax(most, H[i * d + i]);
    return most;
}

/* Principal axes, rows of V, with the curvatures on the diagonal of H, off by a part `off` of the
 * largest. */
typedef struct axes {
    double *H, *V, off, most;
} axes;

static bool find_axes(search *s, axes *a)
{
    size_t d = s->p->d;
    if (d > OPTIMUM_SECOND)
        return false;
    a->H = s->second;
    a->V = s->second + d * d;
    a->off = second_derivatives(s, a->H, a->V);
    if (!all_finite(a->H, d * d) || (d > 1 && a->off > UNSURE))
        return false;
    diagonalize(a->H, a->V, d);
    a->most = largest(a->H, d);
    return true;
}

static bool is_curved(const axes *a, size_t d, size_t i)
{
    return a->H[i * d + i] > 100 * a->off * a->most;
}

void search_valleys(search *s)
{
    size_t d = s->p->d;
    axes a = {0};
    memcpy(s->center, s->p->optimum, s->p->ld * sizeof *s->center);
    if (d < 2 || !find_axes(s, &a))
        return;
    for (size_t i = 0; i < d && !search_done(s); i++) {
        memcpy(s->direction, a.V + i * d, d * sizeof *a.V);
        if (!is_curved(&a, d, i))
            search_line(s);
    }
}

static double slope_along(const search *s, const axes *a, size_t i)
{
    double slope = 0;
    for (size_t j = 0; j < s->p->d; j++)
        slope += s->gradient[j] * a->V[i * s->p->d + j];
    return slope;
}

static double size_of(const search *s)
{
    return 1 + norm_value(norm_of(s->center, s->p->d, 1));
}

/* The size of F: |F|, and how far it rises as far from the optimum as 0 and 1 are. */
static double scale_of(search *s, const axes *a)
{
    double rise = 0, size = size_of(s);
    for (size_t i = 0; i < 2 * s->p->d; i++) {
        search_step(s, s->center, i % 2 ? size : -size, a->V + i / 2 * s->p->d, s->x);
        double more = search_value(s, s->x, NULL) - s->p->least;
        rise = isfinite(more) ? fmax(rise, more) : rise;
    }
    return fabs(s->p->least) + rise;
}

/* F is curved along every axis, and Newton's step to the minimum is short: at a tail that falls
 * for ever it is not. */
static bool is_minimum(const search *s, const axes *a, double scale)
{
    size_t d = s->p->d;
    double left = 0, step = 0;
    for (size_t i = 0; i < d; i++) {
        double slope = slope_along(s, a, i), curvature = a->H[i * d + i];
        if (!is_curved(a, d, i))
            return false;
        left += slope * slope / curvature;
        step += slope / curvature * (slope / curvature);
    }
    return a->off <= UNSURE && sqrt(step) <= STEP * size_of(s) && left <= LEFT * scale;
}

/* Looks along the axes without curvature; *left grows by what F may still fall along them. */
static const char *judge_axes(search *s, const axes *a, double *left)
{
    size_t d = s->p->d;
    double reach = NEAR * size_of(s);
    double slack = d > 1 ? a->most * a->off * a->off : 0; /* the only axis is known */
    for (size_t i = 0; i < d; i++) {
        double slope = slope_along(s, a, i), curvature = a->H[i * d + i];
        if (is_curved(a, d, i)) {
            bool near = fabs(slope / curvature) <= STEP * size_of(s);
            *left += near ? slope * slope / curvature : INFINITY;
            continue;
        }
        memcpy(s->direction, a->V + i * d, d * sizeof *a->V);
        sides both = look(s, reach, slack);
        const char *why = verdict(s, both, slack * reach * reach);
        if (why)
            return why;
        bool sure = both.up == RAY_RISES && both.down == RAY_RISES;
        *left += sure ? fabs(slope) * reach / NEAR : INFINITY;
    }
    return NULL;
}

/* Where nothing is lower than the bound, or the penalty alone bends F enough. */
static bool is_surely_least(const search *s)
{
    const problem *p = s->p;
    double slope = norm_value(norm_of(s->gradient, p->d, 1));
    double scale = fabs(p->least) + p->l2 * size_of(s) * size_of(s);
    bool steep = p->convex && slope * slope <= 2 * p->l2 * LEFT * scale;
    return (!p->bound_open && p->least <= p->bound) || (p->l2 > 0 && steep);
}

const char *search_judge(search *s, bool is_found)
{
    problem *p = s->p;
    axes a = {0};
    double left = 0, scale = 0;
    memcpy(s->center, p->optimum, p->ld * sizeof *s->center);
    search_value(s, s->center, s->gradient);
    p->proved = is_found && is_surely_least(s);
    bool known = is_found && !p->proved && find_axes(s, &a);
    scale = known ? scale_of(s, &a) : 0;
    p->proved = p->proved || (p->convex && known && is_minimum(s, &a, scale));
    const char *why = p->proved ? NULL : judge_far(s);
    if (p->proved || why || !known)
        return why;
    why = judge_axes(s, &a, &left);
    bool none = left <= LEFT * scale;
    p->proved = p->convex && !why && !search_done(s) && none;
    return why;
}
