/* The last question is one that every terminal answers (its attributes), so that its reply ends the
 * waiting. Inside tmux that one comes from tmux itself, and before the answers of the terminal that
 * tmux runs in: there only a reply about pictures, or the time, ends it.
 *
 * Signals wait until the terminal's mode is what it was. */
#include "terminal/probe.h"

#include "engine/machine/clock.h"
#include "terminal/passthrough.h"

#include <poll.h>
#include <signal.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

static const double patience = 0.3; /* seconds */
static const int slice = 10;        /* milliseconds between two looks for signals */

static const char ask_kitty[] = "\033_Gi=31,s=1,v=1,a=q,t=d,f=24;AAAA\033\\";
static const char ask_name[] = "\033[>0q";
static const char ask_sizes[] = "\033]11;?\033\\\033[16t\033[14t\033[?1;1;0S";
static const char ask_attributes[] = "\033[c";

/* A terminal that shows what it should not is cleaned: the cursor goes back to where it was, and
 * what follows it on the line is removed. */
static const char leave_no_trace[] = "\0338\033[K";

static void add_questions(bool tmux, bytes *out)
{
    bytes question = {0};
    bytes_text(out, "\0337");
    bytes_text(&question, ask_kitty);
    passthrough_add(out, &question, tmux);
    question.n = 0;
    bytes_text(&question, ask_name);
    passthrough_add(out, &question, tmux);
    bytes_text(out, ask_sizes);
    bytes_text(out, ask_attributes);
    bytes_text(out, leave_no_trace);
    bytes_free(&question);
}

static bool signal_waits(void)
{
    sigset_t waiting;
    return sigpending(&waiting) == 0 &&
           (sigismember(&waiting, SIGINT) || sigismember(&waiting, SIGTERM) ||
            sigismember(&waiting, SIGHUP) || sigismember(&waiting, SIGQUIT) ||
            sigismember(&waiting, SIGTSTP));
}

/* Appends what comes within the slice; false at the end of input. */
static bool receive(bytes *in)
{
    struct pollfd input = {STDIN_FILENO, POLLIN, 0};
    char data[512];
    if (poll(&input, 1, slice) <= 0)
        return true;
    ssize_t n = read(STDIN_FILENO, data, sizeof data);
    if (n > 0)
        bytes_add(in, data, (size_t)n);
    return n > 0;
}

/* Reads until the replies are there. */
static void listen(bool tmux, replies *r, bytes *typed)
{
    double end = clock_seconds() + patience;
    bytes in = {0};
    bool open = true;
    while (open && !(r->attributes && (!tmux || r->kitty || r->sixel)) && clock_seconds() < end &&
           !signal_waits()) {
        open = receive(&in);
        *r = (replies){0};
        typed->n = 0;
        replies_read(in.data, in.n, r, typed);
    }
    bytes_free(&in);
}

static bool send(const bytes *questions)
{
    return !questions->failed &&
           write(STDOUT_FILENO, questions->data, questions->n) == (ssize_t)questions->n;
}

/* Without echo and without lines, but with the keys that send signals. */
static bool set_mode(const struct termios *before)
{
    struct termios mode = *before;
    mode.c_lflag &= ~(tcflag_t)(ICANON | ECHO);
    mode.c_cc[VMIN] = 0;
    mode.c_cc[VTIME] = 0;
    return tcsetattr(STDIN_FILENO, TCSANOW, &mode) == 0;
}

size_t probe_waiting(void)
{
    int n = 0;
    return ioctl(STDIN_FILENO, FIONREAD, &n) == 0 && n > 0 ? (size_t)n : 0;
}

const char *probe_terminal(bool tmux, replies *r, bytes *typed)
{
    struct termios before;
    sigset_t all, mask;
    bytes questions = {0};
    *r = (replies){0};
    pid_t front = tcgetpgrp(STDIN_FILENO);
    if (front > 0 && front != getpgrp())
        return "the program runs in the background";
    add_questions(tmux, &questions);
    sigfillset(&all);
    sigprocmask(SIG_BLOCK, &all, &mask);
    bool asked = tcgetattr(STDIN_FILENO, &before) == 0 && set_mode(&before);
    if (asked && send(&questions))
        listen(tmux, r, typed);
    if (asked)
        tcsetattr(STDIN_FILENO, TCSANOW, &before);
    sigprocmask(SIG_SETMASK, &mask, NULL);
    bytes_free(&questions);
    return asked ? NULL : "it cannot be asked";
}
