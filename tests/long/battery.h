/* Tests of words of 64 bits, of which each sees words in their order and in the end gives p-values.
 */
#pragma once

#include "pvalue.h"
#include "sources.h"

#include <stdlib.h>
#include <string.h>

enum { BYTES = 8, PAIR_BITS = 10, TRIPLE_BITS = 6, EDF_BITS = 16, WEIGHTS = 65, RANK = 64 };
enum {
    PAIR_CELLS = 1 << 2 * PAIR_BITS,
    TRIPLE_CELLS = 1 << 3 * TRIPLE_BITS,
    EDF_CELLS = 1 << EDF_BITS
};
enum { BIRTHDAYS = 1 << 16, DAY_BITS = 44 }; /* spacings that are equal: 4 in a year */

/* Counts of one test; zero-initialised = none. */
typedef struct battery {
    double words, power[5], ranks[3], matrices, equal, years;
    unsigned bytes[BYTES][256], high_pair[2][PAIR_CELLS], low_triple[TRIPLE_CELLS], edf[EDF_CELLS];
    unsigned weight_pair[2][WEIGHTS][WEIGHTS];
    uint64_t row[RANK], day[BIRTHDAYS], sorted[BIRTHDAYS];
    size_t rows, days;
} battery;

static inline double chi_square(const unsigned *count, size_t cells, double each)
{
    double sum = 0;
    for (size_t k = 0; k < cells; k++)
        sum += (count[k] - each) * (count[k] - each) / each;
    return sum;
}

static inline void add_moments(battery *b, uint64_t word)
{
    double u = stream_word_uniform(word) - 0.5, q = 1;
    for (int k = 1; k <= 4; k++)
        b->power[k] += q *= u;
    b->edf[word >> (64 - EDF_BITS)]++;
    for (int k = 0; k < BYTES; k++)
        b->bytes[k][word >> 8 * k & 255]++;
}

/* The high bits of a word and of that 1 and 8 before, the low ones of three; numbers of ones. */
static inline void add_serial(battery *b, const uint64_t *word)
{
    const int left = 64 - PAIR_BITS;
    const uint64_t low = (1 << TRIPLE_BITS) - 1;
    static const int lag[] = {1, 8}; /* the next generator of a stream, and the same one */
    for (int k = 0; k < 2; k++) {
        b->high_pair[k][(word[0] >> left) << PAIR_BITS | word[-lag[k]] >> left]++;
        b->weight_pair[k][__builtin_popcountll(word[0])][__builtin_popcountll(word[-lag[k]])]++;
    }
    b->low_triple[((word[0] & low) << TRIPLE_BITS | (word[-1] & low)) << TRIPLE_BITS |
                  (word[-2] & low)]++;
}

/* The rank of 64 words as rows of bits. */
static inline int rank_of(uint64_t *row)
{
    int rank = 0;
    for (int bit = 0; bit < 64; bit++) {
        int k = rank;
        while (k < RANK && !(row[k] >> bit & 1))
            k++;
        if (k == RANK)
            continue;
        uint64_t pivot = row[k];
        row[k] = row[rank];
        row[rank++] = pivot;
        for (int j = rank; j < RANK; j++)
            row[j] ^= row[j] >> bit & 1 ? pivot : 0;
    }
    return rank;
}

static inline void add_rank(battery *b, uint64_t word)
{
    b->row[b->rows++] = word;
    if (b->rows < RANK)
        return;
    int lost = RANK - rank_of(b->row);
    b->ranks[lost < 2 ? lost : 2]++;
    b->matrices++;
    b->rows = 0;
}

/* Sorts by the DAY_BITS low bits, 11 at a time. */
static inline void sort_days(uint64_t *day, uint64_t *other)
{
    for (int shift = 0; shift < DAY_BITS; shift += 11) {
        size_t start[2049] = {0};
        for (size_t i = 0; i < BIRTHDAYS; i++)
            start[(day[i] >> shift & 2047) + 1]++;
        for (size_t k = 0; k < 2048; k++)
            start[k + 1] += start[k];
        for (size_t i = 0; i < BIRTHDAYS; i++)
            other[start[day[i] >> shift & 2047]++] = day[i];
        memcpy(day, other, BIRTHDAYS * sizeof *day);
    }
}

/* Birthday spacings (Marsaglia, 1985; L'Ecuyer and Simard, 2001): equal spacings between sorted
 * days are Poisson with the mean n^3 / (4 days). */
static inline void add_birthday(battery *b, uint64_t word)
{
    b->day[b->days++] = word >> (64 - DAY_BITS);
    if (b->days < BIRTHDAYS)
        return;
    sort_days(b->day, b->sorted);
    for (size_t i = BIRTHDAYS - 1; i > 0; i--)
        b->day[i] -= b->day[i - 1];
    sort_days(b->day, b->sorted);
    for (size_t i = 1; i < BIRTHDAYS; i++)
        b->equal += b->day[i] == b->day[i - 1];
    b->years++;
    b->days = 0;
}

enum { BEFORE = 8 }; /* words that a test looks back on */

/* n words, before which BEFORE others lie. */
static inline void battery_add(battery *b, const uint64_t *word, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        add_moments(b, word[i]);
        add_serial(b, word + i);
        add_rank(b, word[i]);
        add_birthday(b, word[i]);
    }
    b->words += (double)n;
}

/* E u^2k = 1/(2k+1)/4^k of u in (-1/2, 1/2) */
static inline double even_moment(int k)
{
    return k % 2 ? 0 : 1 / ((k + 1) * pow(2, k));
}

static inline void judge_moments(const battery *b, family *f)
{
    static const char *const names[] = {"", "mean", "variance", "third moment", "fourth moment"};
    for (int k = 1; k <= 4; k++) {
        double want = even_moment(k), var = even_moment(2 * k) - want * want;
        family_add(f, names[k], p_normal((b->power[k] - b->words * want) / sqrt(b->words * var)));
    }
}

/* Kolmogorov and Smirnov's distance at the ends of cells. */
static inline void judge_edf(const unsigned *count, size_t cells, double n, const char *name,
                             family *f)
{
    double below = 0, most = 0;
    for (size_t k = 0; k < cells; k++) {
        below += count[k];
        most = fmax(most, fabs(below / n - (double)(k + 1) / (double)cells));
    }
    family_add(f, name, p_kolmogorov(most * sqrt(n)));
}

/* Numbers of ones of two words: pairs of classes that are all expected five times or more. */
static inline void judge_weights(const battery *b, int lag, family *f)
{
    double share[WEIGHTS], sum = 0, cells = 0;
    for (int k = 0; k < WEIGHTS; k++)
        share[k] = exp(lgamma(65) - lgamma(k + 1) - lgamma(65 - k) - 64 * log(2));
    double rest = b->words, odd = 0;
    for (int i = 0; i < WEIGHTS; i++)
        for (int k = 0; k < WEIGHTS; k++) {
            double want = b->words * share[i] * share[k], got = b->weight_pair[lag][i][k];
            rest -= want >= 5 ? want : 0;
            odd += want >= 5 ? 0 : got;
            sum += want >= 5 ? (got - want) * (got - want) / want : 0;
            cells += want >= 5;
        }
    sum += rest > 1 ? (odd - rest) * (odd - rest) / rest : 0;
    family_add(f, lag ? "ones, lag 8" : "ones, lag 1",
               p_chi_square(sum, cells - (rest > 1 ? 0 : 1)));
}

static inline void judge_ranks(const battery *b, family *f)
{
    double full = 1;
    for (int i = 1; i <= RANK; i++)
        full *= 1 - pow(0.5, i);
    const double one_less =
        2 * full * (1 - pow(0.5, RANK)) * (1 - pow(0.5, RANK)); /* lost 1: full 2 (1 - 2^-n)^2 */
    const double want[] = {full, one_less, 1 - full - one_less};
    double sum = 0;
    for (int k = 0; k < 3; k++) {
        double each = b->matrices * want[k];
        sum += (b->ranks[k] - each) * (b->ranks[k] - each) / each;
    }
    family_add(f, "ranks", p_chi_square(sum, 2));
}

static inline void judge_cells(const unsigned *count, size_t cells, double n, const char *name,
                               family *f)
{
    family_add(f, name,
               p_chi_square(chi_square(count, cells, n / (double)cells), (double)cells - 1));
}

static inline family battery_judge(const battery *b)
{
    static const char *const byte[] = {"byte 0", "byte 1", "byte 2", "byte 3",
                                       "byte 4", "byte 5", "byte 6", "byte 7"};
    family f = {0};
    judge_moments(b, &f);
    judge_edf(b->edf, EDF_CELLS, b->words, "distance", &f);
    for (int k = 0; k < BYTES; k++)
        judge_cells(b->bytes[k], 256, b->words, byte[k], &f);
    judge_cells(b->high_pair[0], PAIR_CELLS, b->words, "pairs", &f);
    judge_cells(b->high_pair[1], PAIR_CELLS, b->words, "pairs, lag 8", &f);
    judge_cells(b->low_triple, TRIPLE_CELLS, b->words, "low triples", &f);
    judge_weights(b, 0, &f);
    judge_weights(b, 1, &f);
    judge_ranks(b, &f);
    double mean = b->years * pow(BIRTHDAYS, 3) / 4 / pow(2, DAY_BITS);
    family_add(&f, "birthdays", p_poisson(b->equal, mean));
    return f;
}
