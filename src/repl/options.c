/* A table of options serves parsing, hints and --help. */
#include "repl/options.h"

#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bind/bind.h"
#include "engine/text/number.h"
#include "terminal/display.h"

typedef enum option_kind { FLAG, NUMBER, SIZE, CHOICE, STEP } option_kind;

typedef struct option {
    const char *name;
    option_kind kind;
    size_t field;      /* FLAG: of a bool, NUMBER and SIZE: of a double, CHOICE: of an int in struct
                          options */
    const char *value; /* what it takes, or NULL; CHOICE: the words, "auto|always|never" */
    double low, high;  /* NUMBER: range of a whole number */
    const char *meaning;
} option;

#define FIELD(name) offsetof(options, name)
static const option table[] = {
    {"-e", STEP, 0, "STAT", 0, 0, "run the statement STAT, or print the values of an expression"},
    {"-p", STEP, 0, "EXPR", 0, 0, "print the values of EXPR, of a call too"},
    {"-l", STEP, 0, "MOD", 0, 0, "require library MOD into global MOD (G=MOD: into global G)"},
    {"-l", STEP, 0, "FILE.lua", 0, 0, "the same as --lint FILE.lua, and runs nothing"},
    {"-i", FLAG, FIELD(interactive), NULL, 0, 0, "open the prompt after the script"},
    {"-v", FLAG, FIELD(banner), NULL, 0, 0, "print the version and go on"},
    {"-E", FLAG, FIELD(no_environment), NULL, 0, 0,
     "ignore Lua's environment variables and the rc file"},
    {"-W", STEP, 0, NULL, 0, 0, "turn Lua's warnings on"},
    {"--resume", STEP, 0, "FILE", 0, 0, "go on with the run saved in FILE, print it; it is then _"},
    {"--seed", NUMBER, FIELD(seed), "N", 0, 9007199254740992.0, "seed of every draw (1)"},
    {"--threads", NUMBER, FIELD(threads), "N", 1, 1024, "threads (one per processor)"},
    {"--memory", SIZE, FIELD(memory), "SIZE", 1, 1e9,
     "most memory: 500M, 2G; a number alone is in MB (no limit)"},
    {"--seconds", NUMBER, FIELD(seconds), "N", 1, 1e9, "most processor time (no limit)"},
    {"--sandbox", FLAG, FIELD(sandbox), NULL, 0, 0,
     "safe for scripts of others; --seconds 60 --memory 512"},
    {"--quiet", FLAG, FIELD(quiet), NULL, 0, 0, "no banner, no notes, no progress"},
    {"--display", CHOICE, FIELD(display), DISPLAY_KINDS, 0, 0, "figures"},
    {"--color", CHOICE, FIELD(color), DISPLAY_COLORS, 0, 0, "colours in text"},
    {"--machine", FLAG, FIELD(machine), NULL, 0, 0,
     "the prompt for programs: requests and replies in JSON"},
    {"--lint", FLAG, FIELD(lint), NULL, 0, 0, "look at scripts without running them, and leave"},
    {"--list", FLAG, FIELD(list), NULL, 0, 0, "print demos, figures, lessons, topics and leave"},
    {"--help", FLAG, FIELD(help), NULL, 0, 0, "print this and leave"},
    {"--version", FLAG, FIELD(version), NULL, 0, 0, "print the version and leave"},
};
enum { OPTIONS = sizeof table / sizeof *table };

static const char usage[] = "usage: debias [options] [script.lua [args]]";

void options_help(void)
{
    printf("%s\n\n", usage);
    for (size_t i = 0; i < OPTIONS; i++) {
        const option *p = &table[i];
        bool chosen = p->kind == CHOICE;
        const char *value = p->value ? p->value : "";
        char left[32];
        snprintf(left, sizeof left, "%s %s", p->name, chosen ? "WORD" : value);
        printf("  %-16s %s%s%s\n", left, p->meaning, chosen ? ": " : "", chosen ? p->value : "");
    }
    printf("  %-16s stop reading options\n  %-16s the same, and run standard input\n\n", "--", "-");
    printf("Without a script: a prompt on a terminal, else standard input is run, as\n"
           "a script or, where it has expressions, as entries that print their values.\n"
           "Results go to standard output, progress and warnings to standard error.\n"
           "Exit codes: 0 ok, 1 error, 2 wrong use, 130 interrupted, 143 TERM, 129 HUP,\n"
           "152 out of --seconds.\n");
}

/* Says what is wrong with the command line; the answer is always false. */
static bool complain(const char *format, ...)
{
    va_list words;
    va_start(words, format);
    fputs("debias: ", stderr);
    vfprintf(stderr, format, words);
    va_end(words);
    fprintf(stderr, "\n%s (--help lists the options)\n", usage);
    return false;
}

static bool unknown(const char *name)
{
    const char *names[OPTIONS];
    size_t n = 0;
    for (size_t i = 0; i < OPTIONS; i++)
        if (table[i].name[1] == '-')
            names[n++] = table[i].name;
    const char *near = strlen(name) > 2 ? param_nearest(name, names, n) : NULL;
    return near ? complain("unknown option '%s', did you mean '%s'?", name, near)
                : complain("unknown option '%s'", name);
}

/* The option that text names; *value points at the value written in the same word ("-lmod",
 * "--seed=1"), or is NULL. */
static const option *find(const char *text, const char **value)
{
    for (size_t i = 0; i < OPTIONS; i++) {
        size_t n = strlen(table[i].name);
        bool is_long = table[i].name[1] == '-';
        if (strncmp(text, table[i].name, n) != 0)
            continue;
        *value = text[n] ? text + n + is_long : NULL;
        if (!*value || (table[i].value && (!is_long || text[n] == '=')))
            return &table[i];
    }
    return NULL;
}

static bool read_number(const option *p, const char *text, double *number)
{
    char *end;
    errno = 0;
    *number = strtod(text, &end);
    bool whole = end != text && *end == '\0' && !isspace((unsigned char)*text) &&
                 *number == floor(*number) && errno == 0 &&
                 number_kept(text, strlen(text), *number);
    if (whole && *number >= p->low && *number <= p->high)
        return true;
    return complain("%s: expected a whole number from %.0f to %.0f, got '%s'", p->name, p->low,
                    p->high, text);
}

/* Reads 500M, 2G or a number of megabytes. */
static bool read_size(const option *p, const char *text, double *megabytes)
{
    static const char units[] = "MGT";
    char *end;
    double factor = 1;
    *megabytes = strtod(text, &end);
    for (const char *unit = units; *unit; unit++, factor *= 1024)
        if (end[0] == *unit && !end[1]) {
            *megabytes *= factor;
            end++;
        }
    bool decimal = isdigit((unsigned char)*text) && !strpbrk(text, "xX");
    if (decimal && !*end && *megabytes >= p->low && *megabytes <= p->high)
        return true;
    return complain("%s: expected a size such as 500M or 2G, at least 1M, got '%s'", p->name, text);
}

/* Reads one of the words; *number is its place. */
static bool read_choice(const option *p, const char *text, double *number)
{
    int choice = param_choice(p->value, text);
    *number = choice;
    return choice >= 0 || complain("%s: expected one of %s, got '%s'", p->name, p->value, text);
}

/* What -l takes is a script to look at, not a library: its name ends in .lua. */
static bool is_script(const char *value)
{
    size_t n = strlen(value);
    return n >= 4 && strcmp(value + n - 4, ".lua") == 0 && !strchr(value, '=');
}

static void add_step(options *o, char kind, const char *value)
{
    if (kind == 'l' && is_script(value)) {
        o->lint = true;
        kind = 'L';
    }
    o->steps[o->n_steps++] = (option_step){kind, value};
}

static void set(options *o, const option *p, const char *value, double number)
{
    switch (p->kind) {
    case FLAG:
        *(bool *)((char *)o + p->field) = true;
        break;
    case NUMBER:
        *(double *)((char *)o + p->field) = number;
        break;
    case SIZE:
        o->memory = number;
        o->memory_text = value;
        break;
    case CHOICE:
        *(int *)((char *)o + p->field) = (int)number;
        break;
    case STEP:
        add_step(o, p->name[p->name[1] == '-' ? 2 : 1], value);
        break;
    }
}

/* Reads the option at argv[*i] and moves *i past it. */
static bool read_option(options *o, int argc, char **argv, int *i)
{
    const char *value;
    double number = 0;
    const option *p = find(argv[(*i)++], &value);
    if (!p)
        return unknown(argv[*i - 1]);
    if (p->value && !value && (*i >= argc || (p->kind == STEP && argv[*i][0] == '-')))
        return complain("%s: expected %s after it", p->name, p->value);
    if (p->value && !value)
        value = argv[(*i)++];
    if (p->kind == NUMBER && !read_number(p, value, &number))
        return false;
    if (p->kind == SIZE && !read_size(p, value, &number))
        return false;
    if (p->kind == CHOICE && !read_choice(p, value, &number))
        return false;
    set(o, p, value, number);
    return true;
}

bool options_read(options *o, int argc, char **argv)
{
    int i = 1;
    *o = (options){.seed = 1};
    o->steps = calloc((size_t)argc + 1, sizeof *o->steps);
    if (!o->steps)
        return complain("not enough memory");
    while (i < argc && argv[i][0] == '-' && argv[i][1] != '\0') {
        if (strcmp(argv[i], "--") == 0) {
            i++;
            break;
        }
        if (!read_option(o, argc, argv, &i))
            return false;
    }
    o->script = i < argc ? i : argc;
    o->has_work = o->banner || o->list;
    o->interactive = o->interactive || o->machine;
    if (o->sandbox) {
        o->no_environment = true;
        o->seconds = o->seconds > 0 ? o->seconds : SANDBOX_SECONDS;
        if (!(o->memory > 0)) {
            o->memory = SANDBOX_MEMORY;
            o->memory_text = "512";
        }
    }
    for (size_t k = 0; k < o->n_steps; k++)
        o->has_work = o->has_work || strchr("epr", o->steps[k].kind);
    return true;
}

void options_free(options *o)
{
    free(o->steps);
}
