/*
 * Native twin of solveDistances (packages/core/assembly/xpbd.ts), for `kernels.mjs`: the same sweep
 * over the same memory, one constraint after the other.
 *
 *   kernels FILE sweeps
 *
 * FILE holds 32-bit words: particles, constraints, batches, alpha, count per batch, then the arrays
 * of XpbdMemory: particles (4 numbers each), ends (2 offsets each), rest lengths. Prints JSON: the
 * quickest sweep in ns per constraint, and a hash of where the particles ended (FNV-1a, as hash.ts).
 */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

/* No two constraints of a batch share a particle; the compiler cannot know, and needs not be told:
   loads by index keep it from using vectors across constraints. */
static void solve_distances(float *particles, const int32_t *ends, const float *rest_lengths,
                            int count, float alpha) {
    for (int c = 0; c < count; c++) {
        float *a = particles + ends[2 * c], *b = particles + ends[2 * c + 1];
        float wa = a[3], wb = b[3];
        float dx = b[0] - a[0], dy = b[1] - a[1], dz = b[2] - a[2];
        float length = sqrtf(dx * dx + dy * dy + dz * dz);
        float divisor = (wa + wb + alpha) * length;
        float share = divisor > 0 ? (length - rest_lengths[c]) / divisor : 0;
        float sa = share * wa, sb = share * wb;
        a[0] += sa * dx;
        a[1] += sa * dy;
        a[2] += sa * dz;
        b[0] -= sb * dx;
        b[1] -= sb * dy;
        b[2] -= sb * dz;
    }
}

static double seconds(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec + 1e-9 * t.tv_nsec;
}

int main(int argc, char **argv) {
    FILE *file = argc == 3 ? fopen(argv[1], "rb") : NULL;
    if (!file) return 1;
    static int32_t words[1 << 24];
    if (fread(words, 4, 1 << 24, file) < 4) return 1;
    fclose(file);

    int particles = words[0], constraints = words[1], batches = words[2];
    float alpha = ((float *)words)[3];
    const int32_t *counts = words + 4;
    float *x = (float *)(counts + batches);
    const int32_t *ends = (int32_t *)(x + 4 * particles);
    const float *rest_lengths = (float *)(ends + 2 * constraints);

    double best = INFINITY;
    for (int sweep = atoi(argv[2]); sweep > 0; sweep--) {
        double before = seconds();
        for (int batch = 0, start = 0; batch < batches; start += counts[batch++])
            solve_distances(x, ends + 2 * start, rest_lengths + start, counts[batch], alpha);
        best = fmin(best, seconds() - before);
    }

    uint32_t low = 0x811c9dc5u, high = 0x9e3779b9u;
    for (int i = 0; i < 4 * particles; i++) {
        uint32_t word = ((uint32_t *)x)[i];
        low = (low ^ word) * 0x01000193u;
        high = (high ^ (word >> 7) ^ (word << 11)) * 0x01000193u;
    }
    printf("{\"ns\": %.4f, \"hash\": \"%08x%08x\"}\n", 1e9 * best / constraints, high, low);
    return 0;
}
