/* The groups of rows that correct leaves out in turn, for its variances: each distinct row, as
 * often as it occurs, where the mean over all splits can be had; else at most CORRECT_GROUPS random
 * groups of rows. Inside the engine only. */
#pragma once

#include "correct_job.h"

/* Fills b->groups; takes b->exact. */
void correct_groups_choose(correct_job *b);

/* Rows that stay without the largest group. */
size_t correct_groups_fewest(const correct_job *b);

/* b->order <- a random order of all rows, the number-th one. */
void correct_groups_shuffle(correct_job *b, uint64_t number);

/* Random groups: b->kept <- the rows of b->order that are not in group g, all of them where
 * there is no such group; returns how many. */
size_t correct_groups_keep(correct_job *b, size_t g);

/* All splits: takes one of the g-th distinct rows out of b->subsets, and puts it back. */
void correct_groups_take(correct_job *b, size_t g);
void correct_groups_put_back(correct_job *b, size_t g);

/* Random groups: b->leave <- those of the rows of b->order. */
void correct_groups_deal(correct_job *b);
