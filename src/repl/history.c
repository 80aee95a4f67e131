/* The whole file is written beside the old one, whose place it takes, under a lock. Only its end is
 * read, so that a session costs the same whatever its size. */
#include "repl/history.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "draw/bytes.h"
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

/* Drops n entries from entry i on. */
static void drop(history *h, size_t i, size_t n)
{
    for (size_t j = i; j < i + n; j++)
        free(h->entries[j]);
    h->n -= n;
    memmove(h->entries + i, h->entries + i + n, (h->n - i) * sizeof *h->entries);
}

static void drop_oldest(history *h)
{
    if (h->n > HISTORY_MOST)
        drop(h, 0, h->n - HISTORY_MOST);
}

/* The bytes of the entry that text begins with: its lines, and those after them that begin with a
 * tab. */
static size_t entry_size(const char *text, size_t n)
{
    size_t size = 0;
    do {
        const char *end = memchr(text + size, '\n', n - size);
        size = end ? (size_t)(end - text) + 1 : n;
    } while (size < n && text[size] == '\t');
    return size;
}

/* Adds the entry in the n bytes, up to a zero byte, without the tabs of its further lines. */
static bool take(history *h, const char *text, size_t n)
{
    if (n == 0 || *text == '\0' || *text == '\n')
        return true;
    char *entry = malloc(n + 1), *end = entry;
    for (size_t i = 0; entry && i < n; i++)
        if (i == 0 || text[i] != '\t' || text[i - 1] != '\n')
            *end++ = text[i];
    if (!entry)
        return false;
    end[text[n - 1] == '\n' ? -1 : 0] = '\0';
    if (push(h, entry))
        return true;
    free(entry);
    return false;
}

/* Reads the last bytes of the file, at most HISTORY_BYTES, into text, and makes *n their number
 * and *at where the first whole entry begins. Returns 0 or an errno. */
static int read_end(int fd, char *text, size_t *n, size_t *at)
{
    struct stat file;
    ssize_t got = 1;
    if (fstat(fd, &file) != 0)
        return errno;
    if (!S_ISREG(file.st_mode))
        return EINVAL;
    off_t from = file.st_size > HISTORY_BYTES ? file.st_size - HISTORY_BYTES : 0;
    for (*n = 0; *n < HISTORY_BYTES && got > 0; *n += got > 0 ? (size_t)got : 0)
        got = pread(fd, text + *n, HISTORY_BYTES - *n, from + (off_t)*n);
    *at = from > 0 ? entry_size(text, *n) : 0;
    return got < 0 ? errno : 0;
}

/* Takes the entries from text. */
static int take_all(history *h, const char *text, size_t n)
{
    for (size_t at = 0, size; at < n; at += size) {
        size = entry_size(text + at, n - at);
        if (!take(h, text + at, size))
            return ENOMEM;
    }
    drop_oldest(h);
    return 0;
}

int history_read(history *h)
{
    *h = (history){0};
    const char *path = history_path();
    int fd = path ? open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK) : -1;
    if (fd < 0)
        return !path || errno == ENOENT ? 0 : errno;
    size_t n = 0, at = 0;
    char *text = malloc(HISTORY_BYTES);
    int why = text ? read_end(fd, text, &n, &at) : ENOMEM;
    if (!why)
        why = take_all(h, text + at, n - at);
    free(text);
    close(fd);
    return why;
}

void history_free(history *h)
{
    for (size_t i = 0; i < h->n; i++)
        free(h->entries[i]);
    free(h->entries);
    *h = (history){0};
}

static void add_entry(bytes *text, const char *entry)
{
    for (; *entry; entry++) {
        bytes_char(text, *entry);
        if (*entry == '\n')
            bytes_char(text, '\t');
    }
    bytes_char(text, '\n');
}

/* A file that is there and readable by its owner only; what takes its place then is so, too. */
static int make_private(const char *path)
{
    int fd = open(path, O_WRONLY | O_CREAT | O_CLOEXEC | O_NONBLOCK, 0600);
    if (fd < 0)
        return errno;
    (void)fchmod(fd, 0600); /* a file system may know no modes */
    close(fd);
    return 0;
}

/* Replaces the file by the entries of h. */
static int replace(const history *h)
{
    bytes text = {0};
    for (size_t i = 0; i < h->n; i++)
        add_entry(&text, h->entries[i]);
    int why = text.failed ? ENOMEM : make_private(history_path());
    if (!why)
        why = file_write(history_path(), text.data, text.n, NULL);
    bytes_free(&text);
    return why;
}

static int append_locked(const char *entry)
{
    history h;
    int why = history_read(&h);
    for (size_t i = h.n; i-- > 0;)
        if (strcmp(h.entries[i], entry) == 0)
            drop(&h, i, 1);
    char *copy = why ? NULL : strdup(entry);
    if (!why && (!copy || !push(&h, copy))) {
        free(copy);
        why = ENOMEM;
    }
    drop_oldest(&h);
    if (!why)
        why = replace(&h);
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
    why = append_locked(entry + strspn(entry, " \t\n"));
    close(lock);
    return why;
}
