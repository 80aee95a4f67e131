/* Plain loops: the compiler may not reorder the sums, and nothing here needs it to. */
#include "engine/number/array.h"

#include "engine/number/norm.h"
#include "engine/number/scalar.h"

#include <math.h>
#include <string.h>

void array_map(double (*f)(double), size_t n, const double *a, double *out,
               const atomic_int *interrupt)
{
    for (size_t i = 0; i < n && !*interrupt; i++)
        out[i] = f(a[i]);
}

void array_zip(double (*f)(double, double), size_t n, const double *a, size_t a_step,
               const double *b, size_t b_step, double *out, const atomic_int *interrupt)
{
    for (size_t i = 0; i < n && !*interrupt; i++)
        out[i] = f(a[i * a_step], b[i * b_step]);
}

bool array_equal(size_t n, const double *a, const double *b, const atomic_int *interrupt)
{
    for (size_t i = 0; i < n && !*interrupt; i++)
        if (!(a[i] == b[i]))
            return false;
    return true;
}

double array_sum(size_t n, const double *a, const atomic_int *interrupt)
{
    double sum = 0;
    for (size_t i = 0; i < n && !*interrupt; i++)
        sum += a[i];
    return sum;
}

double array_dot(size_t n, const double *a, const double *b)
{
    double sum = 0;
    for (size_t i = 0; i < n; i++)
        sum += a[i] * b[i];
    return sum;
}

double array_dot_until(size_t n, const double *a, const double *b, const atomic_int *interrupt)
{
    double sum = 0;
    for (size_t i = 0; i < n && !*interrupt; i++)
        sum += a[i] * b[i];
    return sum;
}

double array_norm(size_t n, const double *a, const atomic_int *interrupt)
{
    return norm_value(norm_until(a, n, 1, 0, interrupt));
}

double array_mean(size_t n, const double *a, const atomic_int *interrupt)
{
    return array_sum(n, a, interrupt) / (double)n;
}

static scaled_norm deviations(size_t n, const double *a, const atomic_int *interrupt)
{
    return norm_until(a, n, 1, array_mean(n, a, interrupt), interrupt);
}

double array_var(size_t n, const double *a, const atomic_int *interrupt)
{
    scaled_norm d = deviations(n, a, interrupt);
    return n < 2 ? NAN : d.square / (double)(n - 1) / d.scale / d.scale;
}

double array_sd(size_t n, const double *a, const atomic_int *interrupt)
{
    return n < 2 ? NAN : norm_root_mean(deviations(n, a, interrupt), (double)(n - 1));
}

double array_min(size_t n, const double *a, const atomic_int *interrupt)
{
    double least = n ? a[0] : NAN;
    for (size_t i = 1; i < n && !*interrupt; i++)
        least = scalar_min(least, a[i]);
    return least;
}

double array_max(size_t n, const double *a, const atomic_int *interrupt)
{
    double most = n ? a[0] : NAN;
    for (size_t i = 1; i < n && !*interrupt; i++)
        most = scalar_max(most, a[i]);
    return most;
}

int array_rising(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

void array_linspace(double a, double b, size_t n, double *out, const atomic_int *interrupt)
{
    double last = (double)(n - 1);
    for (size_t i = 0; i < n && !*interrupt; i++)
        out[i] = (a * (last - (double)i) + b * (double)i) / last;
    out[n - 1] = b;
    out[0] = a;
}

/* A ratio that is a whole number is used as such, so that 1 to 1e6 in 7 gives powers of ten. */
void array_geomspace(double a, double b, size_t n, double *out, const atomic_int *interrupt)
{
    double last = (double)(n - 1), ratio = b / a, whole = round(pow(ratio, 1 / last));
    bool exact = pow(whole, last) == ratio;
    for (size_t i = 0; i < n && !*interrupt; i++)
        out[i] = a * (exact ? pow(whole, (double)i) : pow(ratio, (double)i / last));
    out[n - 1] = b;
    out[0] = a;
}

/* row (cols) += a (n) times b (n x cols) */
static void add_products(size_t n, size_t cols, const double *a, const double *b, double *row)
{
    for (size_t k = 0; k < n; k++)
        for (size_t j = 0; j < cols; j++)
            row[j] += a[k] * b[k * cols + j];
}

bool array_product(size_t rows, size_t inner, size_t cols, const double *a, const double *b,
                   double *out, const atomic_int *interrupt)
{
    enum { BETWEEN_LOOKS = 1 << 16 }; /* products */
    const size_t most = 1 + BETWEEN_LOOKS / (cols + 1);
    for (size_t i = 0; i < rows; i++) {
        memset(out + i * cols, 0, cols * sizeof *out);
        for (size_t k = 0, n; k < inner; k += n) {
            if (*interrupt)
                return false;
            n = inner - k < most ? inner - k : most;
            add_products(n, cols, a + i * inner + k, b + k * cols, out + i * cols);
        }
    }
    return true;
}

void array_transpose(size_t rows, size_t cols, const double *a, double *out,
                     const atomic_int *interrupt)
{
    for (size_t i = 0; i < rows && !*interrupt; i++)
        for (size_t j = 0; j < cols; j++)
            out[j * rows + i] = a[i * cols + j];
}
