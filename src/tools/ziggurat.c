/* Writes the tables of the 1024-layer ziggurat for exp(-x^2/2) as a C header (Marsaglia and Tsang,
 * 2000).
 *
 * Layer i spans [0, edge[i]) in x and [density[i], density[i+1]) in height, all of equal area;
 * edge[0] is the width of a rectangle as large as the base layer with its tail. A packed entry
 * holds edge[i] 2^-63 with, in its low 12 mantissa bits, the threshold floor(4096
 * edge[i+1]/edge[i]) - 1 below which a point lies under the curve. */
#include "engine/number/num.h"

#include <stdio.h>

enum { LAYERS = 1024 };

static double density(double x)
{
    return num_exp(-0.5 * x * x);
}

/* Integral of the density from r to infinity: a continued fraction. */
static double tail_area(double r)
{
    double t = r;
    for (int k = 200; k >= 1; k--)
        t = r + k / t;
    return density(r) / t;
}

/* Fills the edges for base edge r; returns by how much the top layer overshoots the density's
 * maximum. */
static double build(double r, double *edge, double *height)
{
    double area = r * density(r) + tail_area(r);
    edge[0] = area / density(r);
    edge[1] = r;
    height[0] = 0;
    height[1] = density(r);
    for (int i = 2; i <= LAYERS; i++) {
        height[i] = height[i - 1] + area / edge[i - 1];
        if (i < LAYERS && height[i] >= 1)
            return 1;
        edge[i] = i < LAYERS ? sqrt(-2 * num_log(height[i])) : 0;
    }
    return height[LAYERS] - 1;
}

static uint64_t pack(double width, double next)
{
    double threshold = floor(4096 * next / width) - 1, scaled = width * 0x1p-63;
    uint64_t word;
    memcpy(&word, &scaled, sizeof word);
    return (word & ~(uint64_t)0xfff) | (uint64_t)(threshold > 0 ? threshold : 0);
}

int main(void)
{
    static double edge[LAYERS + 1], height[LAYERS + 1];
    double low = 3, high = 5;
    for (int i = 0; i < 80; i++) {
        double r = 0.5 * (low + high);
        *(build(r, edge, height) > 0 ? &low : &high) = r;
    }
    build(high, edge, height);
    height[LAYERS] = 1;
    printf("static const struct {\n    double edge, height;\n} zig_layer[] = {");
    for (int i = 0; i <= LAYERS; i++)
        printf("{%a, %a}, ", edge[i], height[i]);
    printf("};\n_Alignas(64) static const uint64_t zig_packed[] = {");
    for (int i = 0; i < LAYERS; i++)
        printf("0x%llxu, ", (unsigned long long)pack(edge[i], edge[i + 1]));
    printf("};\n");
    return 0;
}
