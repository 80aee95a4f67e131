/* One lock orders all frames: whoever holds it reads the pipes and writes. */
#include "repl/machine/frame.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>

#include "terminal/escape.h"
#include "repl/machine/lines.h"
#include "terminal/output.h"

enum { PIECE = 1 << 14, STACK = 1 << 18, HIGH = 100 }; /* HIGH: descriptors that nobody else uses */
static const struct timespec rest = {0, 10000000}; /* between two frames of much that is printed */

/* A pipe in the place of a descriptor. */
typedef struct stream {
    const char *type;
    int place, pipe;
    char held[CHARACTER]; /* the beginning of a character, whose end has not come yet */
    size_t n_held;
} stream;

static stream streams[] = {{.type = "stdout", .place = STDOUT_FILENO},
                           {.type = "stderr", .place = STDERR_FILENO}};
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int output = -1;
static pid_t owner;

static void write_all(const char *text, size_t n)
{
    while (n > 0) {
        ssize_t done = write(output, text, n);
        if (done < 0 && errno == EAGAIN) /* the client shares its end, and does not wait there */
            poll(&(struct pollfd){.fd = output, .events = POLLOUT}, 1, -1);
        else if (done < 0 && errno != EINTR)
            return;
        text += done > 0 ? done : 0;
        n -= done > 0 ? (size_t)done : 0;
    }
}

/* Writes the text, of at most CHARACTER + PIECE bytes, as a frame, but for an unfinished character
 * at its end, which is held back. Takes no memory: what was printed is told where none is left. */
static size_t write_text(const char *type, const char *text, size_t n)
{
    static char room[ESCAPED * (CHARACTER + PIECE) + 64]; /* under the lock */
    bytes frame = {.data = room, .capacity = sizeof room};
    bytes_print(&frame, "{\"type\":\"%s\",\"text\":\"", type);
    size_t used = escape_add(&frame, text, n);
    bytes_text(&frame, "\"}\n");
    if (used > 0 || n == 0)
        write_all(frame.data, frame.n);
    return used;
}

/* Passes on what the pipe holds now, and nothing that comes meanwhile: of a program that never
 * stops printing that would have no end. */
static void pass_on(stream *s)
{
    static char text[CHARACTER + PIECE]; /* under the lock */
    int left = 0;
    ssize_t got = ioctl(s->pipe, FIONREAD, &left);
    memcpy(text, s->held, s->n_held);
    for (; left > 0 && got >= 0; left -= (int)got) {
        got = read(s->pipe, text + s->n_held, left < PIECE ? (size_t)left : PIECE);
        if (got <= 0)
            break;
        size_t n = s->n_held + (size_t)got, used = write_text(s->type, text, n);
        s->n_held = n - used;
        memmove(text, text + used, s->n_held);
    }
    memcpy(s->held, text, s->n_held);
}

static void pass_on_all(void)
{
    for (int i = 0; i < 2; i++)
        pass_on(&streams[i]);
}

/* Nothing is written from now on, which would raise SIGPIPE before a last checkpoint. */
static void leave(int *watched)
{
    pthread_mutex_lock(&lock);
    *watched = output = -1;
    pthread_mutex_unlock(&lock);
    kill(owner, SIGTERM);
}

/* The thread. A pipe that is at its end for good would make it spin: there is none, since this
 * process can write to both. Where nobody is left to read frames, as after a client that was
 * killed, the program ends: what it runs may never do so. */
static void *follow(void *unused)
{
    struct pollfd all[] = {{.fd = streams[0].pipe, .events = POLLIN},
                           {.fd = streams[1].pipe, .events = POLLIN},
                           {.fd = output}};
    (void)unused;
    while (true) {
        poll(all, 3, -1);
        if (all[2].revents)
            leave(&all[2].fd);
        pthread_mutex_lock(&lock);
        pass_on_all();
        pthread_mutex_unlock(&lock);
        nanosleep(&rest, NULL);
    }
    return NULL;
}

/* Without any signal of the program's. */
static int start_thread(void)
{
    pthread_t thread;
    pthread_attr_t how;
    sigset_t all, before;
    sigfillset(&all);
    pthread_attr_init(&how);
    pthread_attr_setstacksize(&how, STACK);
    pthread_attr_setdetachstate(&how, PTHREAD_CREATE_DETACHED);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    int error = pthread_create(&thread, &how, follow, NULL);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    pthread_attr_destroy(&how);
    return error;
}

/* A copy of the descriptor that no other program gets. */
static int moved(int fd)
{
    return fcntl(fd, F_DUPFD_CLOEXEC, HIGH);
}

static bool take(stream *s)
{
    int ends[2];
    if (pipe(ends) != 0)
        return false;
    s->pipe = moved(ends[0]);
    bool taken =
        s->pipe >= 0 && fcntl(s->pipe, F_SETFL, O_NONBLOCK) == 0 && dup2(ends[1], s->place) >= 0;
    close(ends[0]);
    close(ends[1]);
    return taken;
}

static bool take_input(void)
{
    int nothing = open("/dev/null", O_RDONLY | O_CLOEXEC), input = moved(STDIN_FILENO);
    bool taken = nothing >= 0 && input >= 0 && dup2(nothing, STDIN_FILENO) >= 0;
    if (nothing >= 0)
        close(nothing);
    lines_from(input);
    return taken;
}

/* At the end of the program. */
static void close_all(void)
{
    if (getpid() != owner)
        return;
    output_flush();
    fflush(stderr);
    pthread_mutex_lock(&lock);
    pass_on_all();
    pthread_mutex_unlock(&lock);
}

int frame_open(void)
{
    owner = getpid();
    output = moved(STDOUT_FILENO);
    if (output < 0 || !take_input() || !take(&streams[0]) || !take(&streams[1]))
        return errno;
    setvbuf(stdout, NULL, _IOLBF, BUFSIZ); /* what is printed is seen while the rest is computed */
    int error = start_thread();
    return error ? error : atexit(close_all) ? ENOMEM : 0;
}

bool frame_send(const char *json, size_t n)
{
    if (getpid() != owner)
        return false;
    output_flush();
    fflush(stderr);
    pthread_mutex_lock(&lock);
    pass_on_all();
    write_all(json, n);
    write_all("\n", 1);
    pthread_mutex_unlock(&lock);
    return true;
}

bool frame_send_text(const char *type, const char *text)
{
    if (getpid() != owner)
        return false;
    pthread_mutex_lock(&lock);
    pass_on_all();
    write_text(type, text, strnlen(text, PIECE));
    pthread_mutex_unlock(&lock);
    return true;
}
