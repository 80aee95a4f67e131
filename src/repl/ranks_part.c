/* The part that knows MPI lies beside the program, or where make install puts it. */
#include "repl/ranks_part.h"

#include "engine/machine/ranks.h"

#include <dlfcn.h>
#include <glob.h>
#include <limits.h>
#include <stdio.h>
#include <unistd.h>

static const char *part_in_use;

/* The folder of the program with its slash, each byte behind a backslash: as a pattern that stands
 * for itself. Returns false where it cannot be found. */
static bool own_folder(char pattern[2 * PATH_MAX])
{
    char self[PATH_MAX];
    ssize_t n = readlink("/proc/self/exe", self, sizeof self - 1);
    while (n > 0 && self[n - 1] != '/')
        n--;
    for (ssize_t i = 0; i < n; i++) {
        *pattern++ = '\\';
        *pattern++ = self[i];
    }
    *pattern = '\0';
    return n > 0;
}

/* Files that may be the part of that name, to be freed: beside the program, and where make install
 * puts it, below a libdir that may have the name of an architecture. */
static void look_for(const char *name, glob_t *found)
{
    static const char *const places[] = {"", "../lib*/debias/", "../lib/*/debias/"};
    char folder[2 * PATH_MAX], pattern[3 * PATH_MAX];
    bool known = own_folder(folder);
    *found = (glob_t){0};
    for (size_t i = 0; i < sizeof places / sizeof *places && known; i++) {
        snprintf(pattern, sizeof pattern, "%s%sdebias-%s.so", folder, places[i], name);
        glob(pattern, GLOB_APPEND, NULL, found);
    }
}

/* The first that is one for this machine. */
void *ranks_open_part(const char *name)
{
    glob_t found;
    void *part = NULL;
    look_for(name, &found);
    for (size_t i = 0; i < found.gl_pathc && !part; i++)
        part = dlopen(found.gl_pathv[i], RTLD_NOW | RTLD_GLOBAL);
    globfree(&found);
    part_in_use = name;
    return part;
}

bool ranks_has_part(const char *name)
{
    glob_t found;
    look_for(name, &found);
    size_t n = found.gl_pathc;
    globfree(&found);
    return n > 0;
}

const char *ranks_part_in_use(void)
{
    return ranks_are_joined() ? part_in_use : NULL;
}
