/* The workloads on the random numbers of C++'s standard library. */
#include <random>

static std::mt19937_64 generator(1);

static double draw_normal()
{
    static std::normal_distribution<double> law;
    return law(generator);
}

static double draw_uniform()
{
    static std::uniform_real_distribution<double> law;
    return law(generator);
}

static size_t draw_below(size_t n)
{
    return std::uniform_int_distribution<size_t>(0, n - 1)(generator);
}

#include "peer.h"
