/* The block interpreter (vm.h): an instruction is a loop over blocks of eight lanes. */
#include "engine/level.h"
#include "expr/vm.h"
#include "kernel.h"

/* One operation; `op` is a constant wherever this is inlined. */
V8_INLINE v8 operate(expr_op op, v8 a, v8 b, v8 c)
{
    switch (op) {
    case EXPR_ADD:
        return v8_add(a, b);
    case EXPR_SUB:
        return v8_sub(a, b);
    case EXPR_MUL:
        return v8_mul(a, b);
    case EXPR_DIV:
        return v8_div(a, b);
    case EXPR_NEG:
        return kernel_neg(a);
    case EXPR_POW:
        return kernel_pair(a, b, kernel_pow1);
    case EXPR_MOD:
        return kernel_pair(a, b, kernel_mod1);
    case EXPR_MIN:
        return kernel_min(a, b);
    case EXPR_MAX:
        return kernel_max(a, b);
    case EXPR_ABS:
        return v8_abs(a);
    case EXPR_EXP:
        return v8_exp(a);
    case EXPR_LOG:
        return kernel_log(a);
    case EXPR_LOG1P:
        return kernel_log1p(a);
    case EXPR_SQRT:
        return v8_sqrt(a);
    case EXPR_TANH:
        return v8_tanh(a);
    case EXPR_SINH:
        return kernel_sinh(a);
    case EXPR_COSH:
        return kernel_cosh(a);
    case EXPR_SIGMOID:
        return v8_sigmoid(a);
    case EXPR_LOGCOSH:
        return v8_log_cosh(a);
    case EXPR_SOFTPLUS:
        return v8_softplus(a);
    case EXPR_RELU:
        return kernel_relu(a);
    case EXPR_SIN:
        return kernel_sin(a);
    case EXPR_COS:
        return kernel_cos(a);
    case EXPR_FLOOR:
        return kernel_each(a, floor);
    case EXPR_WHERE:
        return kernel_where(a, b, c);
    default: /* fresh, stop; constants and inputs are no instructions, gather has its own */
        return a;
    }
}

static double scalar(expr_op op, const double *x, const double *table, size_t length)
{
    v8 a = v8_set1(x[0]);
    if (op == EXPR_GATHER)
        return v8_first(kernel_gather(a, table, length));
    return v8_first(operate(op, a, v8_set1(x[1]), v8_set1(x[2])));
}

/* Pairs of columns multiplied and summed from left to right, in registers. */
static void dot(const vm_instruction *k, const uint32_t *list, double *work, size_t gap,
                size_t lanes)
{
    const uint32_t *pair = list + k->b, *end = pair + 2 * (size_t)k->c;
    double *to = work + k->to * gap;
    for (size_t i = 0; i < lanes; i += 8) {
        const double *block = work + i;
        const uint32_t *at = pair;
        v8 sum;
        if (k->a != EXPR_NONE)
            sum = v8_load(block + k->a * gap);
        else {
            sum = v8_mul(v8_load(block + at[0] * gap), v8_load(block + at[1] * gap));
            at += 2;
        }
        for (; at < end; at += 2) {
            v8 product = v8_mul(v8_load(block + at[0] * gap), v8_load(block + at[1] * gap));
            sum = v8_add(sum, product);
        }
        v8_store(to + i, sum);
    }
}

#define UNARY(op)                                                                                  \
    case EXPR_##op:                                                                                \
        for (size_t i = 0; i < lanes; i += 8)                                                      \
            v8_store(to + i, operate(EXPR_##op, v8_load(a + i), v8_set1(0), v8_set1(0)));          \
        break;
#define BINARY(op)                                                                                 \
    case EXPR_##op:                                                                                \
        for (size_t i = 0; i < lanes; i += 8)                                                      \
            v8_store(to + i, operate(EXPR_##op, v8_load(a + i), v8_load(b + i), v8_set1(0)));      \
        break;

static void run(const vm_instruction *code, size_t n, const uint32_t *list, double *work,
                size_t gap, size_t lanes)
{
    for (const vm_instruction *k = code; k < code + n; k++) {
        double *to = work + k->to * gap;
        const double *a = work + k->a * gap, *b = work + k->b * gap, *c = work + k->c * gap;
        switch (k->code) {
            BINARY(ADD)
            BINARY(SUB)
            BINARY(MUL)
            BINARY(DIV)
            UNARY(NEG)
            BINARY(POW)
            BINARY(MOD)
            BINARY(MIN)
            BINARY(MAX)
            UNARY(ABS)
            UNARY(EXP)
            UNARY(LOG)
            UNARY(LOG1P)
            UNARY(SQRT)
            UNARY(TANH)
            UNARY(SINH)
            UNARY(COSH)
            UNARY(SIGMOID)
            UNARY(LOGCOSH)
            UNARY(SOFTPLUS)
            UNARY(RELU)
            UNARY(SIN)
            UNARY(COS)
            UNARY(FLOOR)
        case EXPR_WHERE:
            for (size_t i = 0; i < lanes; i += 8)
                v8_store(to + i, kernel_where(v8_load(a + i), v8_load(b + i), v8_load(c + i)));
            break;
        case EXPR_GATHER:
            for (size_t i = 0; i < lanes; i += 8)
                v8_store(to + i, kernel_gather(v8_load(a + i), k->table, k->b));
            break;
        case VM_SUB_PRODUCT:
            for (size_t i = 0; i < lanes; i += 8) {
                v8 product = v8_mul(v8_load(b + i), v8_load(c + i));
                v8_store(to + i, v8_sub(v8_load(a + i), product));
            }
            break;
        default: /* VM_DOT */
            dot(k, list, work, gap, lanes);
        }
    }
}

/* Eight by eight numbers at a time; the compiler makes shuffles of it where it can. */
static inline void transpose(const double *const *row, size_t at, double *to, size_t gap)
{
    double block[8][8];
    for (size_t e = 0; e < 8; e++)
        v8_store(block[e], v8_load(row[e] + at));
    for (size_t j = 0; j < 8; j++)
        for (size_t e = 0; e < 8; e++)
            to[j * gap + e] = block[e][j];
}

static void to_columns(const double *const *row, size_t n, size_t width, double *to, size_t gap)
{
    size_t e = 0;
    for (; e + 8 <= n; e += 8) {
        size_t j = 0;
        for (; j + 8 <= width; j += 8)
            transpose(row + e, j, to + j * gap + e, gap);
        for (; j < width; j++)
            for (size_t i = 0; i < 8; i++)
                to[j * gap + e + i] = row[e + i][j];
    }
    for (; e < n; e++)
        for (size_t j = 0; j < width; j++)
            to[j * gap + e] = row[e][j];
}

static void to_rows(const double *const *column, size_t n, size_t width, double *to, size_t ld)
{
    size_t j = 0;
    for (; j + 8 <= width; j += 8)
        for (size_t e = 0; e + 8 <= n; e += 8)
            transpose(column + j, e, to + e * ld + j, ld);
    for (size_t e = 0; e < n; e++)
        for (size_t k = e < n / 8 * 8 ? j : 0; k < width; k++)
            to[e * ld + k] = column[k][e];
}

const vm_type RECORD(vm, block) = {"block", run, scalar, to_columns, to_rows};
