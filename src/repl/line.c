/* The only file that knows readline or libedit; without either, lines are read as they come. */
#include "repl/line.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bind/bind.h"
#include "repl/history.h"
#include "repl/interrupt.h"
#include "repl/key.h"
#include "repl/matches.h"
#include "repl/painted.h"
#include "terminal/display.h"

static bool keeps_history; /* there is a session on a terminal, whose lines are edited */

/* On a terminal getline reads no more than a line, so that nothing waits in stdin's buffer. */
static line_outcome read_plain(const char *prompt, char **text, size_t *length)
{
    size_t size = 0;
    ssize_t n = -1;
    char *shown = painted(prompt, STDOUT_FILENO, false);
    *text = NULL;
    fputs(shown ? shown : prompt, stdout);
    free(shown);
    fflush(stdout);
    if (!isatty(STDIN_FILENO) || key_wait())
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
    size_t n = 1;
    bool found = false;
    while (!found && n < sizeof text && !strchr("\r\n", text[n - 1]) && key_waits(50) &&
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
    while (key_wait() && (((n = read(STDIN_FILENO, &key, 1)) < 0 && errno == EINTR) ||
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

static line_completer *completer;
static void *completer_data;
static matches found;

void line_complete_with(line_completer *complete_line, void *data)
{
    completer = complete_line;
    completer_data = data;
    matches_free(&found);
}

static void find_matches(const char *text, size_t length)
{
    matches_free(&found);
    if (completer)
        completer(completer_data, text, length, &found);
}

/* What is put after a single match, unless it stands there. */
static int character_after(size_t point)
{
    return rl_line_buffer[point] && rl_line_buffer[point] == found.after ? '\0' : found.after;
}

#ifdef WITH_readline
/* Readline asks which characters end the word at the cursor: the one before it, wherever it
 * begins. */
static char *ask_completer(void)
{
    static char before[2];
    find_matches(rl_line_buffer, (size_t)rl_point);
    if (found.files)
        matches_cut_slashes(&found);
    before[0] = found.n && found.start ? rl_line_buffer[found.start - 1] : '\0';
    return before;
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
    list[0] = strndup(found.words[0], matches_shared(&found));
    for (size_t i = 0; i < found.n && found.n > 1; i++)
        list[i + 1] = strdup(found.words[i]);
    rl_completion_append_character = character_after((size_t)rl_point);
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

static int search(int (*stock)(int, int), int count, int key);

static int search_back(int count, int key)
{
    return search(rl_history_search_backward, count, key);
}

static int search_on(int count, int key)
{
    return search(rl_history_search_forward, count, key);
}

/* Searches with readline's own function. Past the last entry that begins with what was typed comes
 * what was typed; readline would stay at that entry. */
static int search(int (*stock)(int, int), int count, int key)
{
    static bool ended; /* the search before came to what was typed */
    bool goes_on = !ended && (rl_last_func == search_back || rl_last_func == search_on);
    if (goes_on) /* readline looks for its own functions */
        rl_last_func = stock;
    int failed = stock(count, key);
    ended = failed && goes_on && stock == rl_history_search_forward && rl_point > 0;
    if (ended) {
        rl_delete_text(rl_point, rl_end);
        using_history(); /* the next search begins at the end */
    }
    return 0;
}

/* Set before the editor reads the user's inputrc, which may say otherwise. */
static void open_keys(void)
{
    Keymap maps[] = {emacs_standard_keymap, vi_insertion_keymap};
    for (int i = 0; i < 2; i++) {
        rl_bind_keyseq_in_map("\\e[A", search_back, maps[i]);
        rl_bind_keyseq_in_map("\\eOA", search_back, maps[i]);
        rl_bind_keyseq_in_map("\\e[B", search_on, maps[i]);
        rl_bind_keyseq_in_map("\\eOB", search_on, maps[i]);
    }
    if (display_moves()) /* elsewhere the line would be written again */
        rl_variable_bind("blink-matching-paren", "on");
}
#else
/* Shows the words below the line, and the line again. */
static void list_matches(void)
{
    size_t columns, rows;
    display_size(&columns, &rows);
    fputs("\n", stdout);
    matches_print(&found, columns);
    fflush(stdout);
    rl_forced_update_display();
}

/* Libedit takes the whole line for the word. It gets the line with what all words share, or, where
 * they share no more than is there, nothing, and the words are listed. */
static char **give_matches(const char *text, int start, int end)
{
    (void)start, (void)end;
    size_t length = strlen(text);
    find_matches(text, length);
    rl_attempted_completion_over = 1; /* no file names where nothing fits */
    size_t shared = found.n ? matches_shared(&found) : 0;
    bool more = found.n == 1 || found.start + shared > length;
    if (found.n && !more)
        list_matches();
    char **list = found.n && more ? calloc(2, sizeof *list) : NULL;
    char *line = list ? malloc(found.start + shared + 1) : NULL;
    if (!line) {
        free(list);
        return NULL;
    }
    memcpy(line, text, found.start);
    memcpy(line + found.start, found.words[0], shared);
    line[found.start + shared] = '\0';
    bool folder = found.files && shared && found.words[0][shared - 1] == '/';
    rl_completion_append_character = found.n > 1 || folder ? '\0' : character_after(length);
    list[0] = line;
    return list;
}

static char *no_breaks(void)
{
    return "";
}

static void open_completion(void)
{
    rl_completion_word_break_hook = no_breaks;
    rl_basic_word_break_characters = "";
    rl_attempted_completion_function = give_matches;
}

/* The user's editrc, which may say otherwise, is read after it. */
static void open_keys(void)
{
    static const char *const keys[] = {
        "bind ^[[A ed-search-prev-history", "bind ^[OA ed-search-prev-history",
        "bind ^[[B ed-search-next-history", "bind ^[OB ed-search-next-history"};
    for (int i = 0; i < 4; i++)
        rl_parse_and_bind(keys[i]);
    rl_read_init_file(NULL);
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
    rl_point = rl_end; /* the mark stands behind all of the line */
    rl_redisplay();
#endif
    fputs(interrupt_signal() == SIGINT ? "^C" : "", rl_outstream);
    fflush(rl_outstream);
#ifdef WITH_readline
    rl_free_line_state();
    rl_callback_sigcleanup();
#endif
    rl_callback_handler_remove();
    fputs("\n", rl_outstream);
    fflush(rl_outstream);
}

static line_outcome read_edited(const char *prompt, char **text, size_t *length)
{
    taken = NULL;
    line_ended = false;
    char *shown = painted(prompt, fileno(rl_outstream), true);
    rl_callback_handler_install(shown ? shown : prompt, take);
    free(shown);
    while (!line_ended && (give_back() || key_wait()))
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
#endif
    rl_outstream = isatty(STDOUT_FILENO) ? stdout : stderr;
    using_history();
    open_completion();
    open_keys();
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
