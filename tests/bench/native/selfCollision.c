/* Self-collision by an exact spatial hash with open addressing: twin of SelfCollision.ts. */
#include "cloth.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>

void build_hash(Cloth *c) {
    c->slots = 16;
    while (c->slots < 2 * c->particles) c->slots *= 2;
    c->slot_x = calloc(c->slots, sizeof(int));
    c->slot_y = calloc(c->slots, sizeof(int));
    c->slot_z = calloc(c->slots, sizeof(int));
    c->slot_count = calloc(c->slots, sizeof(int));
    c->slot_start = calloc(c->slots, sizeof(int));
    c->slot_of_particle = calloc(c->particles, sizeof(int));
    c->used_slots = calloc(c->particles, sizeof(int));
    c->members = calloc(c->particles, sizeof(int));
    c->used = 0;
}

/* Sorts the particles into cells by counting. */
static void sort_into_cells(Cloth *c) {
    const double cell_x = 3 * c->cell[0], cell_y = 3 * c->cell[1];
    const double cell_z = cell_x > cell_y ? cell_x : cell_y;
    const int mask = c->slots - 1, truncate = c->truncate;
    for (int u = 0; u < c->used; u++) c->slot_count[c->used_slots[u]] = 0;
    int used = 0;
    for (int p = 0; p < c->particles; p++) {
        double qx = c->positions[3 * p] / cell_x;
        double qy = c->positions[3 * p + 1] / cell_y;
        double qz = c->positions[3 * p + 2] / cell_z;
        int x = (int)(truncate ? qx : floor(qx));
        int y = (int)(truncate ? qy : floor(qy));
        int z = (int)(truncate ? qz : floor(qz));
        uint32_t mixed =
            ((uint32_t)x * 73856093u) ^ ((uint32_t)y * 19349663u) ^ ((uint32_t)z * 83492791u);
        int slot = (int)((mixed ^ (mixed >> 15)) & (uint32_t)mask);
        while (c->slot_count[slot] != 0 &&
               (c->slot_x[slot] != x || c->slot_y[slot] != y || c->slot_z[slot] != z))
            slot = (slot + 1) & mask;
        if (c->slot_count[slot] == 0) {
            c->slot_x[slot] = x;
            c->slot_y[slot] = y;
            c->slot_z[slot] = z;
            c->used_slots[used++] = slot;
        }
        c->slot_count[slot]++;
        c->slot_of_particle[p] = slot;
    }
    c->used = used;
    int start = 0;
    for (int u = 0; u < used; u++) {
        int slot = c->used_slots[u];
        start += c->slot_count[slot];
        c->slot_start[slot] = start;
    }
    /* Filling from the back moves each start to where the cell begins. */
    for (int p = c->particles - 1; p >= 0; p--)
        c->members[--c->slot_start[c->slot_of_particle[p]]] = p;
}

void self_collide(Cloth *c) {
    sort_into_cells(c);
    double *positions = c->positions;
    const double distance = 2 * c->thickness, distance_squared = distance * distance;
    const double share_of_step = 1.0 / c->substeps;
    for (int p = 0; p < c->particles; p++) {
        int slot = c->slot_of_particle[p], count = c->slot_count[slot];
        if (count < 2 || c->fixed[p]) continue;
        double x = positions[3 * p], y = positions[3 * p + 1], z = positions[3 * p + 2];
        double cx = 0, cy = 0, cz = 0;
        int near = 0;
        const int *member = c->members + c->slot_start[slot], *end = member + count;
        for (; member < end; member++) {
            const double *other = positions + 3 * *member;
            double dx = x - other[0], dy = y - other[1], dz = z - other[2];
            double squared = dx * dx + dy * dy + dz * dz;
            if (squared >= distance_squared || squared == 0) continue;
            double d = sqrt(squared);
            double correction = (distance - d) / d;
            cx += correction * dx;
            cy += correction * dy;
            cz += correction * dz;
            near++;
        }
        if (near == 0) continue;
        double share = share_of_step / near;
        positions[3 * p] = x + cx * share;
        positions[3 * p + 1] = y + cy * share;
        positions[3 * p + 2] = z + cz * share;
    }
}
