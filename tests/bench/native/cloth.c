/* The sheet and what both solvers share: twin of grid.ts, SpringSet.ts, verlet.ts, strainLimit.ts. */
#include "cloth.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static uint32_t hash_integer(uint32_t h) {
    h = (h ^ (h >> 16)) * 0x85ebca6bu;
    h = (h ^ (h >> 13)) * 0xc2b2ae35u;
    return h ^ (h >> 16);
}

static void place_particles(Cloth *c) {
    uint32_t counter = hash_integer(c->seed);
    for (int j = 0; j < c->rows; j++) {
        for (int i = 0; i < c->columns; i++) {
            double offset = 0;
            if (c->jitter > 0) {
                counter += 0x9e3779b9u;
                offset = c->jitter * (2 * (hash_integer(counter) / 4294967296.0) - 1);
            }
            double *x = c->start + 3 * (j * c->columns + i);
            x[0] = c->origin[0] + i * c->cell[0];
            x[1] = c->vertical ? c->origin[1] + j * c->cell[1] : c->origin[1] + offset;
            x[2] = c->vertical ? c->origin[2] + offset : c->origin[2] + j * c->cell[1];
        }
    }
}

static void connect_particles(Cloth *c) {
    /* family, column step, row step */
    static const int pattern[6][3] = {{0, -1, 0}, {0, 0, -1}, {1, -1, -1},
                                      {1, 1, -1}, {2, -2, 0}, {2, 0, -2}};
    double stretch = 1 + c->strain_limit;
    int count = 0;
    for (int j = 0; j < c->rows; j++) {
        for (int i = 0; i < c->columns; i++) {
            for (int k = 0; k < 6; k++) {
                int family = pattern[k][0], column = i + pattern[k][1], row = j + pattern[k][2];
                if (column < 0 || column >= c->columns || row < 0) continue;
                Spring *s = &c->spring[count++];
                s->a = j * c->columns + i;
                s->b = row * c->columns + column;
                s->family = family;
                const double *xa = c->start + 3 * s->a, *xb = c->start + 3 * s->b;
                double dx = xb[0] - xa[0], dy = xb[1] - xa[1], dz = xb[2] - xa[2];
                s->rest = sqrt(dx * dx + dy * dy + dz * dz);
                double stiffness = family == 2 ? c->stiffness * c->bend_ratio : c->stiffness;
                s->stiffness = c->family_on[family] ? stiffness : 0;
                s->max_length = stretch * s->rest;
                s->max_squared = s->max_length * s->max_length;
            }
        }
    }
    c->springs = count;
}

void build_cloth(Cloth *c) {
    c->particles = c->columns * c->rows;
    c->cell[0] = c->width / (c->spacing_by_points ? c->columns : c->columns - 1);
    c->cell[1] = c->height / (c->spacing_by_points ? c->rows : c->rows - 1);
    c->mass = (c->width * c->height * c->density) / c->particles;
    size_t coordinates = 3 * (size_t)c->particles * sizeof(double);
    c->start = malloc(coordinates);
    c->positions = malloc(coordinates);
    c->last = malloc(coordinates);
    c->forces = malloc(coordinates);
    c->fixed = calloc(c->particles, 1);
    c->spring = malloc(6 * (size_t)c->particles * sizeof(Spring));
    place_particles(c);
    connect_particles(c);
    build_hash(c);
}

/* Verlet: x' = x + q (x - x_last) + (F / m + g) dt^2 */
void integrate(Cloth *c, double dt) {
    double *restrict positions = c->positions, *restrict last = c->last;
    const double *restrict forces = c->forces;
    const double squared = dt * dt, kept = c->kept, mass = c->mass;
    for (int p = 0; p < c->particles; p++) {
        if (c->fixed[p]) continue;
        for (int i = 3 * p, k = 0; k < 3; i++, k++) {
            double x = positions[i];
            positions[i] = x + kept * (x - last[i]) + (forces[i] / mass + c->gravity[k]) * squared;
            last[i] = x;
        }
    }
}

/* Provot's deformation limit, one spring after the other. */
void limit_strain(Cloth *c) {
    const Spring *end = c->spring + c->springs;
    for (const Spring *s = c->spring; s < end; s++) {
        double *xa = c->positions + 3 * s->a, *xb = c->positions + 3 * s->b;
        double dx = xb[0] - xa[0], dy = xb[1] - xa[1], dz = xb[2] - xa[2];
        double squared = dx * dx + dy * dy + dz * dz;
        if (squared <= s->max_squared) continue;
        double length = sqrt(squared);
        double excess = (length - s->max_length) / length;
        int a_fixed = c->fixed[s->a], b_fixed = c->fixed[s->b];
        double share_a = a_fixed ? 0 : b_fixed ? excess : excess / 2;
        double share_b = b_fixed ? 0 : a_fixed ? excess : excess / 2;
        xa[0] += share_a * dx;
        xa[1] += share_a * dy;
        xa[2] += share_a * dz;
        xb[0] -= share_b * dx;
        xb[1] -= share_b * dy;
        xb[2] -= share_b * dz;
    }
}
