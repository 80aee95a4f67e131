/* The only file that knows readline or libedit; without either, lines are read as they come. */
#include "repl/line.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/select.h>
#include <unistd.h>

#include "bind/bind.h"
#include "repl/history.h"
#include "repl/interrupt.h"
#include "terminal/display.h"

static bool keeps_history; /* there is a session on a terminal, whose lines are edited */

/* Waits for input; false when a signal came instead. */
static bool wait_for_input(void)
{
    sigset_t before;
    fd_set input;
    FD_ZERO(&input);
    FD_SET(STDIN_FILENO, &input);
    interrupt_block(&before);
    while (!interrupt_signal() &&
           pselect(STDIN_FILENO + 1, &input, NULL, NULL, NULL, &before) < 0 && errno == EINTR)
        ;
    sigprocmask(SIG_SETMASK, &before, NULL);
    return !interrupt_signal();
}

/* On a terminal getline reads no more than a line, so that nothing waits in stdin's buffer. */
static line_outcome read_plain(const char *prompt, char **text, size_t *length)
{
    size_t size = 0;
    ssize_t n = -1;
    *text = NULL;
    fputs(prompt, stdout);
    fflush(stdout);
    if (!isatty(STDIN_FILENO) || wait_for_input())
        n = getline(text, &size, stdin);
    if (n < 0 || interrupt_signal()) {
        free(*text);
        clearerr(stdin);
        fputs(interrupt_signal() ? "\n" : "", stdout);
        return interrupt_signal() ? LINE_CLEARED : LINE_END;
    }
    *length = (size_t)n - (n > 0 && (*text)[n - 1] == '\n');
    return LINE_READ;
}

#if defined WITH_readline || defined WITH_libedit

#ifdef WITH_readline
#include <readline/history.h>
#include <readline/readline.h>
#else
#include <editline/readline.h>
#endif

const char *line_editor(void)
{
    static char text[64];
#ifdef WITH_readline
    snprintf(text, sizeof text, "readline %s", rl_library_version);
#else
    snprintf(text, sizeof text, "libedit, %s", rl_library_version);
#endif
    return text;
}

static char *taken;
static bool line_ended;

#ifdef WITH_readline
/* Whether what follows an ESC is a reply of the terminal, which came late; otherwise it is handed
 * to the editor, for it is a key. */
static bool is_reply(void)
{
    char text[256] = "\033";
    struct pollfd input = {STDIN_FILENO, POLLIN, 0};
    size_t n = 1;
    bool found = false;
    while (!found && n < sizeof text && !strchr("\r\n", text[n - 1]) && poll(&input, 1, 50) > 0 &&
           read(STDIN_FILENO, text + n, 1) == 1) {
        replies r = {0};
        bytes typed = {0};
        found = replies_read(text, ++n, &r, &typed) > 0;
        bytes_free(&typed);
    }
    for (size_t i = 1; i < n && !found; i++)
        rl_stuff_char((unsigned char)text[i]);
    return found;
}

/* Ctrl-C drops what was typed: once there was something to read, there may be nothing. A newline
 * then ends whatever readline is at, and read_edited drops the line. */
static int read_key(FILE *input)
{
    unsigned char key;
    ssize_t n = -1;
    (void)input;
    while (wait_for_input() && (((n = read(STDIN_FILENO, &key, 1)) < 0 && errno == EINTR) ||
                                (n == 1 && key == '\033' && display_is_owed() && is_reply())))
        ;
    if (interrupt_signal())
        return '\n';
    return n == 1 ? key : EOF;
}

/* Hands the editor what was typed while the terminal was asked for its kind, but no more than a
 * line at a time, as one call ends with it; whether there was anything. */
static bool give_back(void)
{
    enum { ROOM = 256 }; /* half of what the editor takes */
    static char *held;
    static size_t n, at;
    if (at == n) {
        free(held);
        held = display_typed(&n);
        at = 0;
    }
    size_t start = at;
    for (bool more = at < n; more; at++) {
        rl_stuff_char((unsigned char)held[at]);
        more = held[at] != '\n' && at + 1 < n && at - start < ROOM;
    }
    return at > start;
}
#else
static bool give_back(void)
{
    return false;
}
#endif

#ifdef WITH_readline
static line_completer *completer;
static void *completer_data;
static line_matches found;

static void forget_matches(void)
{
    for (size_t i = 0; i < found.n; i++)
        free(found.words[i]);
    free(found.words);
    found = (line_matches){0};
}

/* Readline itself adds the slash to a folder. */
static void cut_slashes(void)
{
    for (size_t i = 0; i < found.n; i++) {
        size_t length = strlen(found.words[i]);
        if (length > 1 && found.words[i][length - 1] == '/')
            found.words[i][length - 1] = '\0';
    }
}

/* Readline asks which characters end the word at the cursor: the one before it, wherever it
 * begins. */
static char *ask_completer(void)
{
    static char before[2];
    forget_matches();
    if (completer)
        completer(completer_data, rl_line_buffer, (size_t)rl_point, &found);
    if (found.files)
        cut_slashes();
    before[0] = found.n && found.start ? rl_line_buffer[found.start - 1] : '\0';
    return before;
}

/* How many bytes of whole characters all words share at their begin. */
static size_t shared_length(void)
{
    size_t length = strlen(found.words[0]);
    for (size_t i = 1; i < found.n; i++) {
        size_t same = 0;
        while (same < length && found.words[i][same] == found.words[0][same])
            same++;
        length = same;
    }
    while (length && (found.words[0][length] & 0xc0) == 0x80)
        length--;
    return length;
}

/* The list that readline wants: what all words share, the words, NULL. */
static char **give_matches(const char *text, int start, int end)
{
    (void)text, (void)start;
    if (end == 0) /* where readline looks for no word */
        ask_completer();
    rl_attempted_completion_over = 1; /* no file names where nothing fits */
    char **list = found.n ? calloc(found.n + 2, sizeof *list) : NULL;
    if (!list)
        return NULL;
    list[0] = strndup(found.words[0], shared_length());
    for (size_t i = 0; i < found.n && found.n > 1; i++)
        list[i + 1] = strdup(found.words[i]);
    bool there = rl_line_buffer[rl_point] && rl_line_buffer[rl_point] == found.after;
    rl_completion_append_character = there ? '\0' : found.after;
    rl_filename_completion_desired = found.files;
    rl_filename_quoting_desired = 0;
    return list;
}

static void open_completion(void)
{
    rl_completion_word_break_hook = ask_completer;
    rl_attempted_completion_function = give_matches;
    rl_basic_quote_characters = "";
    rl_completion_query_items =
        0; /* an editor that is called back lists all whatever is answered */
}

void line_complete_with(line_completer *complete_line, void *data)
{
    completer = complete_line;
    completer_data = data;
    forget_matches();
}
#endif

static void take(char *line)
{
    taken = line;
    line_ended = true;
#if defined WITH_readline && RL_READLINE_VERSION >= 0x0802
    rl_eof_found = 0; /* else readline ends this line, and the next one, too */
#endif
    rl_callback_handler_remove(); /* the terminal is the user's program's until the next line */
}

static void leave_line(void)
{
#ifdef WITH_readline
    rl_free_line_state();
    rl_callback_sigcleanup();
#endif
    rl_callback_handler_remove();
    fputs(interrupt_signal() == SIGINT ? "^C\n" : "\n", rl_outstream);
    fflush(rl_outstream);
}

static line_outcome read_edited(const char *prompt, char **text, size_t *length)
{
    taken = NULL;
    line_ended = false;
    rl_callback_handler_install(prompt, take);
    while (!line_ended && (give_back() || wait_for_input()))
        rl_callback_read_char();
    if (!line_ended)
        leave_line();
    if (interrupt_signal()) { /* it may come when the line is there, which is dropped too */
        free(taken);
        return LINE_CLEARED;
    }
    *text = taken;
    *length = taken ? strlen(taken) : 0;
    return taken ? LINE_READ : LINE_END;
}

static void open_editor(const history *h)
{
    rl_readline_name = "debias"; /* for $if in the user's inputrc */
    rl_catch_signals = 0;
#ifdef WITH_readline
    rl_getc_function = read_key;
    display_gives_back = true;
    open_completion();
#else
    rl_bind_key('\t', rl_insert);
#endif
    rl_outstream = isatty(STDOUT_FILENO) ? stdout : stderr;
    using_history();
    for (size_t i = 0; i < h->n; i++)
        add_history(h->entries[i]);
}

static void remember_in_editor(const char *entry)
{
    for (int i = history_length - 1; i >= 0; i--) {
        HIST_ENTRY *old = history_get(history_base + i);
        if (old && strcmp(old->line, entry) == 0)
            free_history_entry(remove_history(i));
    }
    add_history(entry);
}

static void close_editor(void)
{
    clear_history();
}

#else

#define read_edited read_plain

const char *line_editor(void)
{
    return "none";
}

static void open_editor(const history *h)
{
    (void)h;
}

static void remember_in_editor(const char *entry)
{
    (void)entry;
}

static void close_editor(void)
{
}

#endif

#ifndef WITH_readline
void line_complete_with(line_completer *complete, void *data)
{
    (void)complete, (void)data;
}
#endif

void line_open(void)
{
    keeps_history = isatty(STDIN_FILENO);
    if (!keeps_history)
        return;
    history h;
    history_read(&h);
    open_editor(&h);
    history_free(&h);
}

void line_close(void)
{
    if (keeps_history)
        close_editor();
}

line_outcome line_read(const char *prompt, char **text, size_t *length)
{
    return keeps_history ? read_edited(prompt, text, length) : read_plain(prompt, text, length);
}

/* Says once that the file cannot be written. */
static void warn(int why)
{
    static bool warned;
    if (!warned && history_path())
        fprintf(stderr, "debias: %s: no history is kept: %s\n", history_path(), strerror(why));
    warned = true;
}

void line_remember(const char *entry)
{
    if (!keeps_history)
        return;
    remember_in_editor(entry);
    int why = history_append(entry);
    if (why)
        warn(why);
}
