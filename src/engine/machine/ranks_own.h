/* What the files of ranks.h share. */
#pragma once

#include "ranks.h"

/* ranks_here.c: what joins the ranks, NULL for nothing; whether this one is in work that was dealt;
 * the signal that has come to it, 0 for none; one has come to all. */
void ranks_set_part(const ranks_part *part);
bool ranks_are_within(void);
int ranks_raised(void);
void ranks_learn(int number);

/* ranks_meeting.c: before the first meeting; false where there is no memory. */
bool ranks_open_meetings(const ranks_part *part);

/* What was asked before the ranks were divided is asked again when they are not. */
void ranks_keep_request(void);
void ranks_restore_request(void);

/* The last meeting. */
void ranks_meet_last(void);
