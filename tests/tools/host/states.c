/* states MODULE SCRIPT..: a host program that opens the module in Lua states of its own. Runs each
 * script in a state, first one after the other, then all at once on threads, in states that live
 * side by side; says what differs, what is left of threads, and whether the module went away. */
#include <dirent.h>
#include <dlfcn.h>
#include <lauxlib.h>
#include <lualib.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 8 };

typedef struct job {
    lua_State *L;
    const char *script;
    char *result;
    pthread_t thread;
} job;

static lua_State *open_state(lua_CFunction opener)
{
    lua_State *L = luaL_newstate();
    luaL_openlibs(L);
    luaL_requiref(L, "debias", opener, 0);
    lua_settop(L, 0);
    return L;
}

/* Leaves the text that the script returns, or its error. */
static void *run(void *argument)
{
    job *j = argument;
    (void)luaL_dostring(j->L, j->script);
    free(j->result);
    j->result = strdup(luaL_tolstring(j->L, -1, NULL));
    lua_settop(j->L, 0);
    return NULL;
}

static int threads(void)
{
    int n = 0;
    DIR *tasks = opendir("/proc/self/task");
    for (struct dirent *entry; (entry = readdir(tasks));)
        n += *entry->d_name != '.';
    closedir(tasks);
    return n;
}

static void run_alone(lua_CFunction opener, job *j)
{
    j->L = open_state(opener);
    run(j);
    lua_close(j->L);
    printf("%s\n", j->result);
}

static void run_together(lua_CFunction opener, job *jobs, int n)
{
    char *alone[MOST];
    for (int i = 0; i < n; i++) {
        alone[i] = jobs[i].result;
        jobs[i].result = NULL;
        jobs[i].L = open_state(opener);
    }
    for (int i = 0; i < n; i++)
        pthread_create(&jobs[i].thread, NULL, run, &jobs[i]);
    for (int i = 0; i < n; i++) {
        pthread_join(jobs[i].thread, NULL);
        printf("together: %s\n", strcmp(alone[i], jobs[i].result) ? jobs[i].result : "the same");
        free(alone[i]);
        free(jobs[i].result);
    }
    for (int i = 0; i < n; i++)
        lua_close(jobs[i].L);
}

int main(int argc, char **argv)
{
    job jobs[MOST] = {{0}};
    int n = argc - 2;
    void *module = dlopen(argv[1], RTLD_NOW | RTLD_LOCAL);
    if (!module || n < 1 || n > MOST) {
        fprintf(stderr, "%s\n", module ? "too many scripts" : dlerror());
        return 1;
    }
    lua_CFunction opener;
    *(void **)&opener = dlsym(module, "luaopen_debias");
    for (int i = 0; i < n; i++) {
        jobs[i].script = argv[i + 2];
        run_alone(opener, &jobs[i]);
    }
    run_together(opener, jobs, n);
    dlclose(module);
    printf("threads: %d\n", threads());
    printf("module: %s\n", dlopen(argv[1], RTLD_NOW | RTLD_NOLOAD) ? "still there" : "gone");
    return 0;
}
