/* Files are followed as deep as they may be nested: one that includes itself is deeper. */
#include "repl/inputrc.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* Writes the path with the home directory for a ~ at its beginning. */
static void expand(char path[PATH_MAX], const char *name)
{
    const char *home = getenv("HOME");
    if (strncmp(name, "~/", 2) == 0 && home)
        snprintf(path, PATH_MAX, "%s%s", home, name + 1);
    else
        snprintf(path, PATH_MAX, "%s", name);
}

/* The file that a line includes; NULL where it includes none. */
static const char *included(char *line)
{
    static const char word[] = "$include";
    line += strspn(line, " \t");
    if (strncmp(line, word, sizeof word - 1) != 0)
        return NULL;
    line += sizeof word - 1;
    line += strspn(line, " \t");
    line[strcspn(line, "\r\n")] = '\0';
    return line;
}

static bool is_regular(const char *path)
{
    struct stat file;
    return stat(path, &file) == 0 && S_ISREG(file.st_mode);
}

static bool ends(const char *name, int depth)
{
    char path[PATH_MAX];
    expand(path, name);
    FILE *file = is_regular(path) ? fopen(path, "r") : NULL;
    if (!file)
        return true;
    char *line = NULL;
    size_t size = 0;
    bool all = depth < INPUTRC_DEEPEST;
    while (all && getline(&line, &size, file) > 0) {
        const char *next = included(line);
        all = !next || ends(next, depth + 1);
    }
    free(line);
    fclose(file);
    return all;
}

bool inputrc_ends(void)
{
    const char *path = getenv("INPUTRC");
    if (path && *path)
        return ends(path, 0);
    return ends("~/.inputrc", 0) && ends("/etc/inputrc", 0);
}
