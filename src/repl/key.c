/* The terminal's mode is changed for one key at a time, so that no way out can leave it changed. */
#include "repl/key.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <sys/select.h>
#include <termios.h>
#include <unistd.h>

#include "repl/interrupt.h"

void (*key_redraw)(void);

static volatile sig_atomic_t asked_to_stop, continued;

static void note_stop(int number)
{
    (void)number;
    asked_to_stop = 1;
}

static void note_continue(int number)
{
    (void)number;
    continued = 1;
}

static void change_stop(int how)
{
    sigset_t stop;
    sigemptyset(&stop);
    sigaddset(&stop, SIGTSTP);
    sigprocmask(how, &stop, NULL);
}

/* Stops as the system does it, which does nothing where no shell could continue the program. */
static void stop_here(void)
{
    struct sigaction usual = {.sa_handler = SIG_DFL}, ours;
    sigaction(SIGTSTP, &usual, &ours);
    raise(SIGTSTP);
    change_stop(SIG_UNBLOCK); /* here it stops */
    change_stop(SIG_BLOCK);
    sigaction(SIGTSTP, &ours, NULL);
}

/* Stops as Ctrl-Z asks, with the terminal as the program found it; and when it goes on, or a shell
 * has stopped and continued it, sets the modes that a line is edited in again. */
static void stop_and_continue(const struct termios *modes)
{
    if (asked_to_stop) {
        interrupt_restore_terminal();
        stop_here();
        asked_to_stop = 0;
        continued = 1;
    }
    if (!continued)
        return;
    continued = 0;
    tcsetattr(STDIN_FILENO, TCSANOW, modes);
    if (key_redraw)
        key_redraw();
}

static bool wait_for_input(const sigset_t *mask)
{
    struct termios modes;
    bool is_terminal = tcgetattr(STDIN_FILENO, &modes) == 0;
    int ready = -1;
    while (!interrupt_signal() && ready < 0) {
        fd_set input;
        FD_ZERO(&input);
        FD_SET(STDIN_FILENO, &input);
        ready = pselect(STDIN_FILENO + 1, &input, NULL, NULL, NULL, mask);
        if (ready < 0 && errno != EINTR)
            return true; /* the read says what is wrong */
        if (is_terminal)
            stop_and_continue(&modes);
    }
    return !interrupt_signal();
}

void key_hold_stop(void)
{
    change_stop(SIG_BLOCK);
}

void key_release_stop(void)
{
    change_stop(SIG_UNBLOCK);
}

bool key_wait(void)
{
    sigset_t before, waiting, stop;
    struct sigaction stopping = {.sa_handler = note_stop}, going = {.sa_handler = note_continue};
    struct sigaction old_stop, old_go;
    interrupt_block(&before);
    sigemptyset(&stop);
    sigaddset(&stop, SIGTSTP);
    sigaddset(&stop, SIGCONT);
    sigprocmask(SIG_BLOCK, &stop, NULL);
    sigaction(SIGTSTP, &stopping, &old_stop);
    sigaction(SIGCONT, &going, &old_go);
    waiting = before;
    sigdelset(&waiting, SIGTSTP);
    bool ready = wait_for_input(&waiting);
    sigaction(SIGTSTP, &old_stop, NULL);
    sigaction(SIGCONT, &old_go, NULL);
    sigprocmask(SIG_SETMASK, &before, NULL);
    return ready;
}

bool key_waits(int milliseconds)
{
    struct pollfd input = {STDIN_FILENO, POLLIN, 0};
    return poll(&input, 1, milliseconds) > 0;
}

/* Whether these are all bytes of a key that begins with an ESC, as "\033[A" or "\033[6~". */
static bool is_whole(const char *key, size_t n)
{
    return n > 2 && key[n - 1] >= '@' && key[n - 1] <= '~';
}

static size_t read_bytes(char key[KEY_ROOM])
{
    enum { PATIENCE = 50 };
    size_t n = 0;
    if (!key_wait() || read(STDIN_FILENO, key, 1) != 1)
        return 0;
    for (n = 1; *key == '\033' && n < KEY_ROOM && !is_whole(key, n) && key_waits(PATIENCE); n++)
        if (read(STDIN_FILENO, key + n, 1) != 1)
            break;
    return n;
}

size_t key_read(char key[KEY_ROOM])
{
    struct termios before, raw;
    if (tcgetattr(STDIN_FILENO, &before) != 0)
        return 0;
    raw = before;
    raw.c_lflag &= (tcflag_t) ~(ICANON | ECHO);
    raw.c_cc[VMIN] = 1;
    raw.c_cc[VTIME] = 0;
    tcsetattr(STDIN_FILENO, TCSANOW, &raw);
    size_t n = read_bytes(key);
    tcsetattr(STDIN_FILENO, TCSANOW, &before);
    return n;
}
