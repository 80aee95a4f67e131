/* The whole file is written beside the old one and renamed, under a lock. */
#include "repl/history.h"

#include <errno.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "engine/machine/file.h"
#include "repl/user_folder.h"

static bool stopped;

void history_stop(void)
{
    stopped = true;
}

/* The folder that holds the history, or NULL. */
static const char *folder(void)
{
    static char path[USER_FOLDER];
    return !stopped && user_folder("XDG_STATE_HOME", ".local/state", path) ? path : NULL;
}

const char *history_path(void)
{
    static char path[PATH_MAX + sizeof "/history"];
    const char *where = folder();
    if (!where)
        return NULL;
    snprintf(path, sizeof path, "%s/history", where);
    return path;
}

/* Makes the folder and those above it. */
static int make_folder(const char *where)
{
    char path[PATH_MAX];
    snprintf(path, sizeof path, "%s", where);
    for (char *slash = strchr(path + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        mkdir(path, 0700); /* what matters is whether the last one is there */
        *slash = '/';
    }
    return mkdir(path, 0700) == 0 || errno == EEXIST ? 0 : errno;
}

static bool push(history *h, char *entry)
{
    if ((h->n & (h->n + 1)) == 0) { /* full when n + 1 is a power of two */
        char **larger = realloc(h->entries, 2 * (h->n + 1) * sizeof *larger);
        if (!larger)
            return false;
        h->entries = larger;
    }
    h->entries[h->n++] = entry;
    return true;
}

static void drop(history *h, size_t i)
{
    free(h->entries[i]);
    memmove(h->entries + i, h->entries + i + 1, (--h->n - i) * sizeof *h->entries);
}

/* Adds the line, which it takes over, as an entry or to the last one. */
static bool take_line(history *h, char *line)
{
    line[strcspn(line, "\n")] = '\0';
    if (*line != '\t' || h->n == 0)
        return push(h, line);
    char *last = h->entries[h->n - 1];
    size_t n = strlen(last), more = strlen(line);
    char *joined = realloc(last, n + more + 1);
    if (!joined)
        return false;
    memcpy(joined + n, line, more + 1);
    joined[n] = '\n'; /* over the tab */
    h->entries[h->n - 1] = joined;
    free(line);
    return true;
}

int history_read(history *h)
{
    *h = (history){0};
    const char *path = history_path();
    FILE *file = path ? fopen(path, "r") : NULL;
    if (!file)
        return errno == ENOENT ? 0 : errno;
    char *line = NULL;
    size_t size = 0;
    bool ok = true;
    while (ok && getline(&line, &size, file) > 0) {
        ok = take_line(h, line);
        if (ok)
            line = NULL, size = 0;
    }
    free(line);
    fclose(file);
    return ok ? 0 : ENOMEM;
}

void history_free(history *h)
{
    for (size_t i = 0; i < h->n; i++)
        free(h->entries[i]);
    free(h->entries);
    *h = (history){0};
}

static void write_entry(FILE *file, const char *entry)
{
    for (; *entry; entry++) {
        putc(*entry, file);
        if (*entry == '\n')
            putc('\t', file);
    }
    putc('\n', file);
}

/* Replaces the file by the entries of h. */
static int replace(const history *h, const char *where)
{
    char path[PATH_MAX];
    snprintf(path, sizeof path, "%s/history.XXXXXX", where);
    int handle = mkstemp(path); /* mode 0600 */
    FILE *file = handle < 0 ? NULL : fdopen(handle, "w");
    if (!file)
        return errno;
    for (size_t i = 0; i < h->n; i++)
        write_entry(file, h->entries[i]);
    bool written = !ferror(file);
    written = fclose(file) == 0 && written;
    if (written && rename(path, history_path()) == 0)
        return 0;
    int why = errno;
    unlink(path);
    return why;
}

static int append_locked(const char *entry, const char *where)
{
    history h;
    int why = history_read(&h);
    for (size_t i = h.n; i-- > 0;)
        if (strcmp(h.entries[i], entry) == 0)
            drop(&h, i);
    char *copy = strdup(entry);
    if (!why && (!copy || !push(&h, copy)))
        why = ENOMEM;
    while (h.n > HISTORY_MOST)
        drop(&h, 0);
    if (!why)
        why = replace(&h, where);
    history_free(&h);
    return why;
}

int history_append(const char *entry)
{
    const char *where = folder();
    if (!where)
        return ENOENT;
    int why = make_folder(where);
    int lock = why ? -1 : file_lock(where);
    if (lock < 0)
        return why ? why : errno;
    why = append_locked(entry + strspn(entry, " \t\n"), where);
    close(lock);
    return why;
}
