/* The variable, when it is an absolute path, else the usual folder in HOME. */
#include "repl/user_folder.h"

#include <stdio.h>
#include <stdlib.h>

bool user_folder(const char *variable, const char *usual, char path[USER_FOLDER])
{
    const char *folder = getenv(variable), *home = getenv("HOME");
    int n = -1;
    if (folder && *folder == '/')
        n = snprintf(path, USER_FOLDER, "%s/debias", folder);
    else if (home && *home == '/')
        n = snprintf(path, USER_FOLDER, "%s/%s/debias", home, usual);
    return n > 0 && n < USER_FOLDER;
}
