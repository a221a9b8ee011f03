/*
 * Native twins of solveDistances (packages/core/assembly/xpbd.ts), for `kernels.mjs`: the same
 * arithmetic over the same cloth, either by index, one constraint after the other over the same
 * memory, or over a grid in rows, where a compiler can use vectors as wide as the processor has.
 *
 *   kernels FILE sweeps indexed|rows
 *
 * FILE holds 32-bit words: particles, places for constraints, constraints, batches, columns and rows
 * (0 for a mesh), alpha, count per batch, then the arrays of XpbdMemory: particles (4 numbers each),
 * their offsets, if compiled with -DOFFSETS, ends (2 indices each), rest lengths. Prints JSON: the
 * quickest sweep in ns per constraint, a hash of where the particles ended (FNV-1a, as hash.ts), and
 * the mean strain that is left.
 */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#ifdef OFFSETS
#define BETWEEN(k) (pb[k] - pa[k] + (b[k] - a[k]))
#else
#define BETWEEN(k) (b[k] - a[k])
#endif

/* No two constraints of a batch share a particle; the compiler cannot know, and needs not be told:
   loads by index keep it from using vectors across constraints. */
static void solve_indexed(float *particles, float *offsets, const int32_t *ends,
                          const float *rest_lengths, int count, float alpha) {
    for (int c = 0; c < count; c++) {
        const float *pa = particles + ends[2 * c], *pb = particles + ends[2 * c + 1];
        /* What is moved: positions, or offsets from bases. */
        float *a = offsets + ends[2 * c], *b = offsets + ends[2 * c + 1];
        float wa = pa[3], wb = pb[3];
        float dx = BETWEEN(0), dy = BETWEEN(1), dz = BETWEEN(2);
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

/* A grid with an array per coordinate. */
typedef struct {
    int columns, rows;
    float *x, *y, *z, *w;
} Grid;

/* `count` constraints from particle a + k STEP to the one `offset` on; they share no particle. */
#define SOLVE_RUN(STEP)                                                                            \
    {                                                                                              \
        float *x = g->x + a, *y = g->y + a, *z = g->z + a, *w = g->w + a;                          \
        _Pragma("GCC ivdep") for (int k = 0; k < count; k++) {                                     \
            int i = k * (STEP), j = i + offset;                                                    \
            float wa = w[i], wb = w[j];                                                            \
            float dx = x[j] - x[i], dy = y[j] - y[i], dz = z[j] - z[i];                            \
            float length = sqrtf(dx * dx + dy * dy + dz * dz);                                     \
            float divisor = (wa + wb + alpha) * length;                                            \
            float share = divisor > 0 ? (length - rest) / divisor : 0;                             \
            float sa = share * wa, sb = share * wb;                                                \
            x[i] += sa * dx;                                                                       \
            y[i] += sa * dy;                                                                       \
            z[i] += sa * dz;                                                                       \
            x[j] -= sb * dx;                                                                       \
            y[j] -= sb * dy;                                                                       \
            z[j] -= sb * dz;                                                                       \
        }                                                                                          \
    }

static void run_next(Grid *g, int a, int count, int offset, float rest, float alpha) SOLVE_RUN(1)
static void run_second(Grid *g, int a, int count, int offset, float rest, float alpha) SOLVE_RUN(2)
static void run_fourth(Grid *g, int a, int count, int offset, float rest, float alpha) SOLVE_RUN(4)

/* All constraints that go `down` rows down and `right` columns to the right. Down: row by row, in two
   colours of `down` rows. */
static int solve_down(Grid *g, int right, int down, float rest, float alpha) {
    int from = right < 0 ? -right : 0, count = g->columns - abs(right), solved = 0;
    for (int colour = 0; colour < 2; colour++)
        for (int row = 0; row + down < g->rows; row++)
            if (row / down % 2 == colour) {
                run_next(g, row * g->columns + from, count, down * g->columns + right, rest, alpha);
                solved += count;
            }
    return solved;
}

/* Along rows: every second or fourth particle, so that no two share one. */
static int solve_along(Grid *g, int right, float rest, float alpha) {
    int solved = 0, step = 2 * right;
    for (int first = 0; first < step; first++) {
        int count = (g->columns - right - first + step - 1) / step;
        if (count <= 0) continue;
        for (int row = 0; row < g->rows; row++) {
            (right == 1 ? run_second : run_fourth)(g, row * g->columns + first, count, right, rest,
                                                   alpha);
            solved += count;
        }
    }
    return solved;
}

/* Bend, shear, structural, in the order of constraints.ts. */
static int solve_rows(Grid *g, float cell, float alpha) {
    float diagonal = cell * sqrtf(2);
    return solve_along(g, 2, 2 * cell, alpha) + solve_down(g, 0, 2, 2 * cell, alpha) +
           solve_down(g, 1, 1, diagonal, alpha) + solve_down(g, -1, 1, diagonal, alpha) +
           solve_along(g, 1, cell, alpha) + solve_down(g, 0, 1, cell, alpha);
}

static double seconds(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec + 1e-9 * t.tv_nsec;
}

/* One array of a grid, with room for vectors to read beyond its end. */
static float *plane(const float *particles, int count, int k) {
    float *out = aligned_alloc(64, (4 * (size_t)count / 64 + 2) * 64);
    for (int p = 0; p < count; p++) out[p] = particles[4 * p + k];
    return out;
}

int main(int argc, char **argv) {
    FILE *file = argc == 4 ? fopen(argv[1], "rb") : NULL;
    if (!file) return 1;
    static int32_t words[1 << 24];
    if (fread(words, 4, 1 << 24, file) < 7) return 1;
    fclose(file);

    int particles = words[0], places = words[1], constraints = words[2], batches = words[3];
    int columns = words[4], rows = words[5];
    float alpha = ((float *)words)[6];
    const int32_t *counts = words + 7;
    float *x = (float *)(counts + batches), *offsets = x;
#ifdef OFFSETS
    offsets += 4 * particles;
#endif
    const int32_t *ends = (int32_t *)(offsets + 4 * particles);
    const float *rest_lengths = (float *)(ends + 2 * places);
    int in_rows = strcmp(argv[3], "rows") == 0;
    if (in_rows && columns == 0) return 1;

    Grid grid = {columns, rows, NULL, NULL, NULL, NULL};
    if (in_rows) {
        grid.x = plane(x, particles, 0);
        grid.y = plane(x, particles, 1);
        grid.z = plane(x, particles, 2);
        grid.w = plane(x, particles, 3);
    }
    /* The shortest is the side of a cell. */
    float cell = INFINITY;
    for (int c = 0; c < places; c++) cell = fminf(cell, rest_lengths[c]);

    double best = INFINITY;
    for (int sweep = atoi(argv[2]); sweep > 0; sweep--) {
        double before = seconds();
        if (in_rows) {
            if (solve_rows(&grid, cell, alpha) != constraints) return 2;
        } else {
            for (int batch = 0, start = 0; batch < batches; start += counts[batch++])
                solve_indexed(x, offsets, ends + 2 * start, rest_lengths + start, counts[batch],
                              alpha);
        }
        best = fmin(best, seconds() - before);
    }

    uint32_t low = 0x811c9dc5u, high = 0x9e3779b9u;
    int numbers = 4 * particles * (offsets == x ? 1 : 2);
    for (int i = 0; i < numbers; i++) {
        uint32_t word = ((uint32_t *)x)[i];
        low = (low ^ word) * 0x01000193u;
        high = (high ^ (word >> 7) ^ (word << 11)) * 0x01000193u;
    }
    if (in_rows) {
        float *planes[] = {grid.x, grid.y, grid.z};
        for (int i = 0; i < 3 * particles; i++) x[i / 3 * 4 + i % 3] = planes[i % 3][i / 3];
    }
    double strain = 0;
    for (int c = 0; c < places; c++) {
        const int a = ends[2 * c], b = ends[2 * c + 1];
        double squared = 0;
        for (int k = 0; k < 3; k++) {
            double way = x[b + k] - x[a + k];
            if (offsets != x) way += offsets[b + k] - offsets[a + k];
            squared += way * way;
        }
        if (a != b) strain += fabs(sqrt(squared) / rest_lengths[c] - 1) / constraints;
    }
    printf("{\"ns\": %.4f, \"hash\": \"%08x%08x\", \"strain\": %.6e}\n", 1e9 * best / constraints,
           high, low, strain);
    return 0;
}
