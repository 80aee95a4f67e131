/* The operations of graphs and of the programs made from them. */
#pragma once

/* Operation, its name, how many arguments are nodes. EXPR_NUMERIC: those with a kernel of numbers
 * alone, run_<name> in vm/block.c.
 *
 * fresh: the same value as a node of its own, which is merged with no other: what to differentiate
 * by. stop: the same value without a derivative. mod, min, max: as Lua's a % b, math.min and
 * math.max on floats (min and max give the first argument unless the second is beyond it). relu: 0
 * up to 0. where(a, b, c) = b where a > 0, else c. gather: number a of constant table b, from 1 on,
 * a rounded down; NAN outside of it. */
#define EXPR_NUMERIC(X)                                                                            \
    X(ADD, add, 2)                                                                                 \
    X(SUB, sub, 2)                                                                                 \
    X(MUL, mul, 2)                                                                                 \
    X(DIV, div, 2)                                                                                 \
    X(NEG, neg, 1)                                                                                 \
    X(POW, pow, 2)                                                                                 \
    X(MOD, mod, 2)                                                                                 \
    X(MIN, min, 2)                                                                                 \
    X(MAX, max, 2)                                                                                 \
    X(ABS, abs, 1)                                                                                 \
    X(EXP, exp, 1)                                                                                 \
    X(LOG, log, 1)                                                                                 \
    X(LOG1P, log1p, 1)                                                                             \
    X(SQRT, sqrt, 1)                                                                               \
    X(TANH, tanh, 1)                                                                               \
    X(SINH, sinh, 1)                                                                               \
    X(COSH, cosh, 1)                                                                               \
    X(SIGMOID, sigmoid, 1)                                                                         \
    X(LOGCOSH, logcosh, 1)                                                                         \
    X(SOFTPLUS, softplus, 1)                                                                       \
    X(RELU, relu, 1)                                                                               \
    X(SIN, sin, 1)                                                                                 \
    X(COS, cos, 1)                                                                                 \
    X(ATAN, atan, 1)                                                                               \
    X(FLOOR, floor, 1)                                                                             \
    X(WHERE, where, 3)

/* All operations. */
#define EXPR_LIST(X)                                                                               \
    X(CONSTANT, constant, 0)                                                                       \
    X(INPUT, input, 0)                                                                             \
    X(FRESH, fresh, 1)                                                                             \
    X(STOP, stop, 1)                                                                               \
    EXPR_NUMERIC(X)                                                                                \
    X(GATHER, gather, 1)

#define EXPR_ENUM(op, name, arity) EXPR_##op,
typedef enum expr_op { EXPR_LIST(EXPR_ENUM) EXPR_OPS } expr_op;
#undef EXPR_ENUM

const char *expr_name(expr_op op);
int expr_arity(expr_op op);
