/* The block interpreter (vm.h): a function for each operation. */
#include "engine/machine/level.h"
#include "engine/number/v8_function.h"
#include "expr/vm.h"

/* What an instruction finds; the lowest bit of an operand chooses the base. */
typedef struct frame {
    const double *base[2]; /* the work space, the constants */
    double *work;
    const vm_table *tables;
    const uint32_t *end; /* of the code */
    size_t lanes;
} frame;

/* Runs the instruction at k and those alike that follow it; returns where the next one begins. */
typedef const uint32_t *operation(const uint32_t *k, const frame *f);

/* Whether the instruction at k is like the one that began with `head`. */
static inline bool again(const uint32_t *k, uint32_t head, const frame *f)
{
    return k < f->end && *k == head;
}

/* Lane i of an operand is at[i & mask]: a constant's lanes are the same eight numbers. */
typedef struct operand {
    const double *at;
    size_t mask;
} operand;

V8_INLINE operand find(const frame *f, uint32_t place)
{
    return (operand){f->base[place & 1] + (place & ~1u), (size_t)(place & 1) - 1};
}

V8_INLINE v8 get(operand a, size_t i)
{
    return v8_load(a.at + (i & a.mask));
}

#define UNARY(name, function)                                                                      \
    static const uint32_t *name(const uint32_t *k, const frame *f)                                 \
    {                                                                                              \
        const uint32_t head = k[0];                                                                \
        for (; again(k, head, f); k += 3) {                                                        \
            double *to = f->work + k[1];                                                           \
            operand a = find(f, k[2]);                                                             \
            for (size_t i = 0; i < f->lanes; i += 8)                                               \
                v8_store(to + i, function(get(a, i)));                                             \
        }                                                                                          \
        return k;                                                                                  \
    }
#define BINARY(name, function)                                                                     \
    static const uint32_t *name(const uint32_t *k, const frame *f)                                 \
    {                                                                                              \
        const uint32_t head = k[0];                                                                \
        for (; again(k, head, f); k += 4) {                                                        \
            double *to = f->work + k[1];                                                           \
            operand a = find(f, k[2]), b = find(f, k[3]);                                          \
            for (size_t i = 0; i < f->lanes; i += 8)                                               \
                v8_store(to + i, function(get(a, i), get(b, i)));                                  \
        }                                                                                          \
        return k;                                                                                  \
    }

/* As Lua's math.min and math.max: the second where it is smaller, else the first. */
V8_INLINE v8 least(v8 a, v8 b)
{
    return v8_select(v8_less(b, a), b, a);
}

V8_INLINE v8 most(v8 a, v8 b)
{
    return v8_select(v8_less(a, b), b, a);
}

/* A NAN stays; -0 becomes 0. */
V8_INLINE v8 positive_part(v8 a)
{
    return v8_select(v8_less_equal(a, v8_set1(0)), v8_set1(0), a);
}

UNARY(run_neg, v8_neg)
UNARY(run_abs, v8_abs)
UNARY(run_exp, v8_exp)
UNARY(run_log, v8_full_log)
UNARY(run_log1p, v8_full_log1p)
UNARY(run_sqrt, v8_sqrt)
UNARY(run_tanh, v8_tanh)
UNARY(run_sinh, v8_sinh)
UNARY(run_cosh, v8_cosh)
UNARY(run_sigmoid, v8_sigmoid)
UNARY(run_logcosh, v8_log_cosh)
UNARY(run_softplus, v8_softplus)
UNARY(run_relu, positive_part)
UNARY(run_sin, v8_sin)
UNARY(run_cos, v8_cos)
UNARY(run_atan, v8_atan)
UNARY(run_floor, v8_floor)
BINARY(run_mul, v8_mul)
BINARY(run_div, v8_div)
BINARY(run_pow, v8_pow)
BINARY(run_mod, v8_mod)
BINARY(run_min, least)
BINARY(run_max, most)

static const uint32_t *run_where(const uint32_t *k, const frame *f)
{
    double *to = f->work + k[1];
    operand a = find(f, k[2]), b = find(f, k[3]), c = find(f, k[4]);
    for (size_t i = 0; i < f->lanes; i += 8)
        v8_store(to + i, v8_select(v8_less(v8_set1(0), get(a, i)), get(b, i), get(c, i)));
    return k + 5;
}

static inline double gather(double index, const vm_table *t)
{
    return index >= 1 && index < (double)t->n + 1 ? t->data[(size_t)index - 1] : NAN;
}

static const uint32_t *run_gather(const uint32_t *k, const frame *f)
{
    double *to = f->work + k[1];
    operand a = find(f, k[2]);
    for (size_t i = 0; i < f->lanes; i++)
        to[i] = gather(a.at[i & (a.mask | 7)], &f->tables[k[0] >> 8]);
    return k + 3;
}

/* sum +- term; `subtract` is a constant wherever this is inlined. */
V8_INLINE v8 accumulate(v8 sum, v8 term, bool subtract)
{
    return subtract ? v8_sub(sum, term) : v8_add(sum, term);
}

/* Lanes from .. from + 8 blocks - 1 of a sum, which stays in registers. */
V8_INLINE void sum_blocks(const uint32_t *k, const uint32_t *end, const frame *f, size_t from,
                          size_t blocks, bool products, bool subtract)
{
    v8 sum[4];
    operand a = find(f, k[2]);
    for (size_t j = 0; j < blocks; j++)
        sum[j] = get(a, from + 8 * j);
    for (const uint32_t *term = k + 3; term < end; term += products ? 2 : 1) {
        operand b = find(f, term[0]), c = products ? find(f, term[1]) : b;
        for (size_t j = 0; j < blocks; j++) {
            v8 value = get(b, from + 8 * j);
            value = products ? v8_mul(value, get(c, from + 8 * j)) : value;
            sum[j] = accumulate(sum[j], value, subtract);
        }
    }
    for (size_t j = 0; j < blocks; j++)
        v8_store(f->work + k[1] + from + 8 * j, sum[j]);
}

#define SUM(name, products, subtract)                                                              \
    static const uint32_t *name(const uint32_t *k, const frame *f)                                 \
    {                                                                                              \
        const uint32_t head = k[0];                                                                \
        for (const uint32_t *end; again(k, head, f); k = end) {                                    \
            size_t i = 0;                                                                          \
            end = k + 3 + (head >> 8) * (products ? 2 : 1);                                        \
            for (; i + 32 <= f->lanes; i += 32)                                                    \
                sum_blocks(k, end, f, i, 4, products, subtract);                                   \
            for (; i + 16 <= f->lanes; i += 16)                                                    \
                sum_blocks(k, end, f, i, 2, products, subtract);                                   \
            for (; i < f->lanes; i += 8)                                                           \
                sum_blocks(k, end, f, i, 1, products, subtract);                                   \
        }                                                                                          \
        return k;                                                                                  \
    }

SUM(run_add, false, false)
SUM(run_sub, false, true)
SUM(run_add_products, true, false)
SUM(run_sub_products, true, true)

#define ENTRY(op, name, arity, traits) [EXPR_##op] = run_##name,
static operation *const operations[VM_CODES] = {[EXPR_GATHER] = run_gather,
                                                [VM_ADD_PRODUCTS] = run_add_products,
                                                [VM_SUB_PRODUCTS] = run_sub_products,
                                                EXPR_NUMERIC(ENTRY)};

static void run(const uint32_t *code, const uint32_t *end, const vm_memory *m, size_t lanes)
{
    const frame f = {{m->work, m->constants}, m->work, m->tables, end, lanes};
    while (code < end)
        code = operations[*code & 255](code, &f);
}

static double scalar(expr_op op, const double *x, const vm_table *table)
{
    _Alignas(64) double work[4][8];
    const uint32_t count = op == EXPR_ADD || op == EXPR_SUB;
    const uint32_t code[] = {op | count << 8, 0, 8, 16, 24};
    for (int i = 0; i < 3; i++)
        v8_store(work[i + 1], v8_set1(x[i]));
    const vm_memory m = {work[0], NULL, table};
    run(code, code + 1, &m, 8);
    return work[0][0];
}

/* Four numbers of each of eight rows; `same`: all of them are row[0]. */
V8_INLINE void four_columns(const double *const row[8], size_t at, bool same, double *to,
                            size_t gap)
{
    v8 x[4];
    for (size_t e = 0; e < 4; e++)
        x[e] = same ? v8_set1(row[0][at + e]) : v8_load_halves(row[e] + at, row[e + 4] + at);
    if (!same)
        v8_transpose_halves(x);
    for (size_t j = 0; j < 4; j++)
        v8_store(to + j * gap, x[j]);
}

static inline bool all_same(const double *const row[8])
{
    bool same = true;
    for (size_t e = 1; e < 8; e++)
        same &= row[e] == row[0];
    return same;
}

static inline void one_column(const double *const *row, size_t n, size_t at, double *to)
{
    size_t e = 0;
    for (; e + 8 <= n; e += 8)
        v8_store(to + e, v8_collect(row + e, at));
    for (; e < n; e++)
        to[e] = row[e][at];
}

static void to_columns(const double *const *row, size_t n, size_t width, const bool *used,
                       double *to, size_t gap)
{
    size_t whole = n / 8 * 8, j = 0;
    for (; j + 4 <= width; j += 4) {
        if (used[j] + used[j + 1] + used[j + 2] + used[j + 3] < 2) {
            for (size_t c = j; c < j + 4; c++)
                if (used[c])
                    one_column(row, n, c, to + c * gap);
            continue;
        }
        for (size_t e = 0; e < whole; e += 8)
            four_columns(row + e, j, all_same(row + e), to + j * gap + e, gap);
        for (size_t c = j; c < j + 4; c++)
            one_column(row + whole, n - whole, c, to + c * gap + whole);
    }
    for (; j < width; j++)
        one_column(row, n, j, to + j * gap);
}

static void to_rows(const double *const column[4], size_t n, double *to, size_t gap, bool add)
{
    for (size_t e = 0; e < n; e += 8, to += 8 * gap) {
        v8 x[4];
        for (size_t j = 0; j < 4; j++)
            x[j] = v8_load(column[j] + e);
        v8_transpose_halves(x);
        for (size_t i = 0; i < 4; i++) {
            double *low = to + i * gap, *high = low + 4 * gap;
            v8_store_halves(add ? v8_add(v8_load_halves(low, high), x[i]) : x[i], low, high);
        }
    }
}

/* Neighbours that go to one row are summed in a register. */
static void add_rows(const double *rows, size_t n, size_t width, double weight, double *const *out)
{
    v8 w = v8_set1(weight);
    for (size_t j = 0; j < width; j += 8) {
        v8 sum = v8_load(out[0] + j);
        for (size_t e = 0; e < n; e++) {
            if (e > 0 && out[e] != out[e - 1]) {
                v8_store(out[e - 1] + j, sum);
                sum = v8_load(out[e] + j);
            }
            sum = v8_fma(w, v8_load(rows + e * width + j), sum);
        }
        v8_store(out[n - 1] + j, sum);
    }
}

const vm_type TYPE(vm, block) = {"block", run, scalar, to_columns, to_rows, add_rows};
