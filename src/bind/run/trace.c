/* What a run recorded, as Lua tables. */
#include "bind/run/trace.h"

#include "bind/bind.h"
#include "bind/problem/problem.h"

#include <math.h>

static bool counts(size_t c)
{
    return c <= TRACE_SAMPLES;
}

/* Means of the column have limits: it is a measure, and there are several replicates. */
static bool has_limits(const trace *t, size_t c)
{
    return !counts(c) && c != TRACE_SECONDS && t->replicates > 1;
}

static bool any_known(const double *x, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (!isnan(x[i]))
            return true;
    return false;
}

/* Pushes n values as a list of integers when they are whole numbers and `whole`, else as a vec. */
static void push_column(lua_State *L, const double *x, size_t n, bool whole)
{
    for (size_t i = 0; i < n; i++)
        whole = whole && x[i] == floor(x[i]) && fabs(x[i]) < 0x1p63; /* a file may say anything */
    if (!whole) {
        bind_push_numbers(L, n, x);
        return;
    }
    lua_createtable(L, (int)n, 0);
    for (size_t i = 0; i < n; i++) {
        lua_pushinteger(L, (lua_Integer)x[i]);
        lua_rawseti(L, -2, (lua_Integer)i + 1);
    }
}

/* Sets the field name .. suffix of the table on the top. */
static void set_limits(lua_State *L, const char *name, const char *suffix, const double *x,
                       size_t n)
{
    lua_pushfstring(L, "%s%s", name, suffix);
    push_column(L, x, n, false);
    lua_settable(L, -3);
}

void bind_push_means(lua_State *L, const trace *t)
{
    size_t rows = trace_rows(t);
    double *mean = bind_push_block(L, 3 * (rows + 1) * sizeof *mean), *low = mean + rows,
           *high = low + rows;
    lua_newtable(L);
    for (size_t c = 0; c < t->columns; c++) {
        const char *name = trace_column_name(t, c);
        for (size_t k = 0; k < rows; k++) {
            double half;
            mean[k] = trace_mean(t, c, k, &half);
            low[k] = mean[k] - half;
            high[k] = mean[k] + half;
        }
        if (!t->known[c] && !any_known(mean, rows))
            continue;
        push_column(L, mean, rows, counts(c));
        lua_setfield(L, -2, name);
        if (!has_limits(t, c))
            continue;
        set_limits(L, name, "_lo", low, rows);
        set_limits(L, name, "_hi", high, rows);
    }
    lua_remove(L, -2);
}

void bind_push_by_replicate(lua_State *L, const trace *t)
{
    size_t n = trace_rows(t) * t->replicates;
    lua_newtable(L);
    for (size_t c = 0; c < t->columns; c++) {
        if (!t->known[c] && !any_known(t->column[c], n))
            continue;
        push_column(L, t->column[c], n, counts(c));
        lua_setfield(L, -2, trace_column_name(t, c));
    }
    lua_createtable(L, (int)n, 0);
    for (size_t i = 0; i < n; i++) {
        lua_pushinteger(L, (lua_Integer)(i % t->replicates) + 1);
        lua_rawseti(L, -2, (lua_Integer)i + 1);
    }
    lua_setfield(L, -2, "rep");
}

/* Sets the field name .. suffix of the table on the top; an unknown value has none. */
static void set_cell(lua_State *L, const char *name, const char *suffix, double x, bool whole)
{
    if (isnan(x))
        return;
    lua_pushfstring(L, "%s%s", name, suffix);
    if (whole && x == floor(x))
        lua_pushinteger(L, (lua_Integer)x);
    else
        lua_pushnumber(L, x);
    lua_settable(L, -3);
}

void bind_push_row_of_means(lua_State *L, const trace *t, size_t record)
{
    lua_newtable(L);
    for (size_t c = 0; c < t->columns; c++) {
        double half, mean = trace_mean(t, c, record, &half);
        set_cell(L, trace_column_name(t, c), "", mean, counts(c));
        if (!has_limits(t, c))
            continue;
        set_cell(L, trace_column_name(t, c), "_lo", mean - half, false);
        set_cell(L, trace_column_name(t, c), "_hi", mean + half, false);
    }
}
