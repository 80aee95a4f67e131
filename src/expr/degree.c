#include "degree.h"

#include <stdlib.h>

static unsigned larger(unsigned a, unsigned b)
{
    return a > b ? a : b;
}

/* The degree of a node, that of all before it known. */
static unsigned degree_of(const expr_node *node, const unsigned char *known)
{
    unsigned most = 0, sum = 0;
    for (int i = 0; i < expr_arity(node->op); i++) {
        unsigned degree = known[node->argument[i]];
        most = larger(most, degree);
        sum = sum + degree < DEGREE_NONE ? sum + degree : DEGREE_NONE;
    }
    switch (node->op) {
    case EXPR_INPUT:
        return 1;
    case EXPR_FRESH:
    case EXPR_STOP:
    case EXPR_NEG:
    case EXPR_ADD:
    case EXPR_SUB:
        return most;
    case EXPR_MUL:
        return sum;
    case EXPR_DIV:
        return known[node->b] == 0 ? most : DEGREE_NONE;
    default:
        return most == 0 ? 0 : DEGREE_NONE;
    }
}

unsigned degree_most(const graph *g, size_t outputs, const expr *output)
{
    expr last = 0;
    unsigned most = 0;
    for (size_t k = 0; k < outputs; k++)
        last = larger(last, output[k]);
    unsigned char *known = malloc(last + 1);
    for (expr id = 0; known && id <= last; id++)
        known[id] = (unsigned char)degree_of(graph_node(g, id), known);
    for (size_t k = 0; known && k < outputs; k++)
        most = larger(most, known[output[k]]);
    most = known ? most : DEGREE_NONE;
    free(known);
    return most;
}
