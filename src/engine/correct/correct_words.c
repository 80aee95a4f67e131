/* Verdicts and reasons in words. */
#include "correct.h"

const char *correct_verdict_words(correct_verdict v)
{
    static const char *const words[] = {[CORRECT_NONE] = "no difference",
                                        [CORRECT_HELPS] = "helps",
                                        [CORRECT_HURTS] = "hurts",
                                        [CORRECT_UNKNOWN] = NULL};
    return words[v];
}

const char *correct_reason_words(correct_reason r)
{
    static const char *const words[] = {
        [CORRECT_CLEAR] = "clear",         [CORRECT_SMALL] = "small",
        [CORRECT_DISAGREE] = "disagree",   [CORRECT_TAIL] = "tail",
        [CORRECT_ROUNDING] = "rounding",   [CORRECT_EQUAL] = "equal",
        [CORRECT_JUMP] = "jump",           [CORRECT_ONE_SPLIT] = "one split",
        [CORRECT_SPLITS] = "splits",       [CORRECT_FEW] = "few",
        [CORRECT_NOT_FINITE] = "infinite", [CORRECT_NEGATIVE] = "negative",
        [CORRECT_STOPPED] = "stopped"};
    return words[r];
}
