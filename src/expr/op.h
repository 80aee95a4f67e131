/* The operations of graphs and of the programs made from them. */
#pragma once

/* What is known of an operation, beyond where its argument is. */
enum {
    EXPR_CONVEX = 1,
    EXPR_CONCAVE = 2,
    EXPR_AFFINE = EXPR_CONVEX | EXPR_CONCAVE,
    EXPR_RISES = 4,
    EXPR_FALLS = 8,
    EXPR_BOWL = 16,     /* even and convex */
    EXPR_BENT = 32,     /* convex up to 0, concave from there on */
    EXPR_POSITIVE = 64, /* greater than 0 */
    EXPR_RISKY = 128    /* may have an infinite derivative */
};

/* Operation, its name, how many arguments are nodes, its traits. EXPR_NUMERIC: those with a kernel
 * of numbers alone, run_<name> in vm/block.c.
 *
 * fresh: the same value as a separate node, which is merged with no other: what to differentiate
 * by. stop: the same value without a derivative. mod, min, max: as Lua's a % b, math.min and
 * math.max on floats (min and max give the first argument unless the second is beyond it). relu: 0
 * up to 0. where(a, b, c) = b where a > 0, else c. gather: number a of constant table b, from 1 on,
 * a rounded down; NAN outside of it. */
#define EXPR_NUMERIC(X)                                                                            \
    X(ADD, add, 2, 0)                                                                              \
    X(SUB, sub, 2, 0)                                                                              \
    X(MUL, mul, 2, 0)                                                                              \
    X(DIV, div, 2, EXPR_RISKY)                                                                     \
    X(NEG, neg, 1, EXPR_AFFINE | EXPR_FALLS)                                                       \
    X(POW, pow, 2, EXPR_RISKY)                                                                     \
    X(MOD, mod, 2, EXPR_RISKY)                                                                     \
    X(MIN, min, 2, 0)                                                                              \
    X(MAX, max, 2, 0)                                                                              \
    X(ABS, abs, 1, EXPR_BOWL)                                                                      \
    X(EXP, exp, 1, EXPR_CONVEX | EXPR_RISES | EXPR_POSITIVE | EXPR_RISKY)                          \
    X(LOG, log, 1, EXPR_CONCAVE | EXPR_RISES | EXPR_RISKY)                                         \
    X(LOG1P, log1p, 1, EXPR_CONCAVE | EXPR_RISES | EXPR_RISKY)                                     \
    X(SQRT, sqrt, 1, EXPR_CONCAVE | EXPR_RISES | EXPR_RISKY)                                       \
    X(TANH, tanh, 1, EXPR_RISES | EXPR_BENT)                                                       \
    X(SINH, sinh, 1, EXPR_RISES | EXPR_RISKY)                                                      \
    X(COSH, cosh, 1, EXPR_BOWL | EXPR_RISKY)                                                       \
    X(SIGMOID, sigmoid, 1, EXPR_RISES | EXPR_BENT | EXPR_POSITIVE)                                 \
    X(LOGCOSH, logcosh, 1, EXPR_BOWL)                                                              \
    X(SOFTPLUS, softplus, 1, EXPR_CONVEX | EXPR_RISES | EXPR_POSITIVE)                             \
    X(RELU, relu, 1, EXPR_CONVEX | EXPR_RISES)                                                     \
    X(SIN, sin, 1, 0)                                                                              \
    X(COS, cos, 1, 0)                                                                              \
    X(ATAN, atan, 1, EXPR_RISES | EXPR_BENT)                                                       \
    X(FLOOR, floor, 1, 0)                                                                          \
    X(WHERE, where, 3, 0)

/* All operations. */
#define EXPR_LIST(X)                                                                               \
    X(CONSTANT, constant, 0, 0)                                                                    \
    X(INPUT, input, 0, 0)                                                                          \
    X(FRESH, fresh, 1, EXPR_AFFINE | EXPR_RISES)                                                   \
    X(STOP, stop, 1, 0)                                                                            \
    EXPR_NUMERIC(X)                                                                                \
    X(GATHER, gather, 1, EXPR_RISKY)

#define EXPR_ENUM(op, name, arity, traits) EXPR_##op,
typedef enum expr_op { EXPR_LIST(EXPR_ENUM) EXPR_OPS } expr_op;
#undef EXPR_ENUM

const char *expr_name(expr_op op);
int expr_arity(expr_op op);
unsigned expr_traits(expr_op op);
