/* Self-collision by an exact spatial hash with open addressing: twin of SelfCollision.ts. */
#include "cloth.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

void build_hash(Cloth *c) {
    c->slots = 16;
    while (c->slots < 2 * c->particles) c->slots *= 2;
    c->table = calloc(c->slots, sizeof(int));
    c->cells = calloc(c->particles + 1, sizeof(Cell));
    c->runs = calloc(c->particles + 1, sizeof(Run));
    c->members = calloc(c->particles, sizeof(int));
}

/* Sorts the particles into cells by counting; returns how many cells hold particles. */
static int sort_into_cells(Cloth *c) {
    const double width_x = 3 * c->cell[0], width_y = 3 * c->cell[1];
    const double width_z = width_x > width_y ? width_x : width_y;
    const uint32_t mask = c->slots - 1;
    const int truncate = c->truncate;
    int *table = c->table;
    Cell *cells = c->cells;
    memset(table, 0, c->slots * sizeof(int));
    int count = 0, runs = 0;
    int last_x = 0, last_y = 0, last_z = 0;
    for (int p = 0; p < c->particles; p++) {
        double qx = c->positions[3 * p] / width_x;
        double qy = c->positions[3 * p + 1] / width_y;
        double qz = c->positions[3 * p + 2] / width_z;
        int x = (int)(truncate ? qx : floor(qx));
        int y = (int)(truncate ? qy : floor(qy));
        int z = (int)(truncate ? qz : floor(qz));
        if (x == last_x && y == last_y && z == last_z && p > 0) continue;
        last_x = x;
        last_y = y;
        last_z = z;
        uint32_t mixed =
            ((uint32_t)x * 73856093u) ^ ((uint32_t)y * 19349663u) ^ ((uint32_t)z * 83492791u);
        uint32_t slot = (mixed ^ (mixed >> 15)) & mask;
        int cell;
        for (; (cell = table[slot] - 1) >= 0; slot = (slot + 1) & mask)
            if (cells[cell].x == x && cells[cell].y == y && cells[cell].z == z) break;
        if (cell < 0) {
            cell = count++;
            table[slot] = count;
            cells[cell] = (Cell){x, y, z, 0};
        }
        c->runs[runs++] = (Run){cell, p};
    }
    c->runs[runs].first = c->particles;
    /* Counts become ends; filling backwards then moves each end to the start of its cell. */
    for (int r = 0; r < runs; r++)
        cells[c->runs[r].cell].start += c->runs[r + 1].first - c->runs[r].first;
    int end = 0;
    for (int k = 0; k < count; k++) {
        end += cells[k].start;
        cells[k].start = end;
    }
    cells[count].start = end;
    for (int r = runs - 1; r >= 0; r--) {
        int place = cells[c->runs[r].cell].start;
        for (int p = c->runs[r + 1].first - 1; p >= c->runs[r].first; p--) c->members[--place] = p;
        cells[c->runs[r].cell].start = place;
    }
    return count;
}

/* Moves the particles of one cell apart; later ones see those before at their new places. */
static void resolve_cell(Cloth *c, int start, int end) {
    double *positions = c->positions;
    const double distance = 2 * c->thickness, distance_squared = distance * distance;
    int all_far = 1;
    for (int m = start; m < end; m++) {
        double *out = positions + 3 * c->members[m];
        double x = out[0], y = out[1], z = out[2];
        double cx = 0, cy = 0, cz = 0;
        int near = 0;
        /* As long as nobody was near anybody, those before have been looked at already. */
        for (int n = all_far ? m + 1 : start; n < end; n++) {
            const double *other = positions + 3 * c->members[n];
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
        all_far = 0;
        if (c->fixed[c->members[m]]) continue;
        double share = 1.0 / c->substeps / near;
        out[0] = x + cx * share;
        out[1] = y + cy * share;
        out[2] = z + cz * share;
    }
}

void self_collide(Cloth *c) {
    int count = sort_into_cells(c);
    for (int k = 0; k < count; k++) {
        int start = c->cells[k].start, end = c->cells[k + 1].start;
        if (end - start > 1) resolve_cell(c, start, end);
    }
}
