/* A path is resolved, links included, before it is compared with the folder. */
#define _XOPEN_SOURCE 700 /* realpath */
#include "bind/system/place.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "engine/machine/file.h"

static char root[PATH_MAX]; /* the folder; empty: anywhere */

int place_confine(void)
{
    return realpath(".", root) ? 0 : errno;
}

/* The path of a file that is not there yet, in a folder that is. */
static bool find_new(const char *path, char *real)
{
    char folder[PATH_MAX];
    struct stat link;
    size_t n = strlen(path);
    while (n > 1 && path[n - 1] == '/')
        n--;
    if (n >= sizeof folder - 2 || lstat(path, &link) == 0) /* a link to nowhere */
        return false;
    size_t name = n;
    while (name > 0 && path[name - 1] != '/')
        name--;
    snprintf(folder, sizeof folder, "%.*s.", (int)name, path);
    if (n == name || !realpath(folder, real) || strlen(real) + (n - name) + 2 > PATH_MAX)
        return false;
    size_t end = strlen(real);
    snprintf(real + end, PATH_MAX - end, "/%.*s", (int)(n - name), path + name);
    return strcmp(real + end, "/..") != 0;
}

static bool is_inside(const char *real)
{
    size_t n = strlen(root);
    return strncmp(real, root, n) == 0 && (root[n - 1] == '/' || real[n] == '/' || !real[n]);
}

static bool is_hidden(const char *real)
{
    return strstr(real + strlen(root) - (root[1] == '\0'), "/.") != NULL;
}

const char *place_of(const char *path, place_use use, char real[PATH_MAX], const char **why)
{
    struct stat file;
    if (!*root)
        return path;
    *why = NULL;
    bool found = realpath(path, real) || find_new(path, real);
    if (found ? !is_inside(real) : *path == '/' || strstr(path, "..")) /* says not what is there */
        *why = "it is outside the working folder (--sandbox)";
    else if (!found)
        *why = strerror(ENOENT);
    else if (use != PLACE_READ && is_hidden(real))
        *why = "it is a hidden file (--sandbox)";
    else if (stat(real, &file) == 0 && use != PLACE_FOLDER && !S_ISREG(file.st_mode))
        *why = "it is not a regular file (--sandbox)";
    return *why ? NULL : real;
}

const char *place_write(const char *path, const void *data, size_t n, const atomic_int *interrupt)
{
    char real[PATH_MAX];
    const char *why, *place = place_of(path, PLACE_WRITE, real, &why);
    if (!place)
        return why;
    int error = file_write(place, data, n, interrupt);
    return error ? strerror(error) : NULL;
}
