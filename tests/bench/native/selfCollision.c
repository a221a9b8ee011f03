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
    c->cell_of_particle = calloc(c->particles, sizeof(int));
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
    int count = 0, cell = -1;
    for (int p = 0; p < c->particles; p++) {
        double qx = c->positions[3 * p] / width_x;
        double qy = c->positions[3 * p + 1] / width_y;
        double qz = c->positions[3 * p + 2] / width_z;
        int x = (int)(truncate ? qx : floor(qx));
        int y = (int)(truncate ? qy : floor(qy));
        int z = (int)(truncate ? qz : floor(qz));
        /* Most particles are in the cell of the one before. */
        if (cell < 0 || cells[cell].x != x || cells[cell].y != y || cells[cell].z != z) {
            uint32_t mixed =
                ((uint32_t)x * 73856093u) ^ ((uint32_t)y * 19349663u) ^ ((uint32_t)z * 83492791u);
            uint32_t slot = (mixed ^ (mixed >> 15)) & mask;
            for (; (cell = table[slot] - 1) >= 0; slot = (slot + 1) & mask)
                if (cells[cell].x == x && cells[cell].y == y && cells[cell].z == z) break;
            if (cell < 0) {
                cell = count++;
                table[slot] = count;
                cells[cell] = (Cell){x, y, z, 0};
            }
        }
        cells[cell].start++;
        c->cell_of_particle[p] = cell;
    }
    /* From counts to ends; filling backwards moves each end to the start of its cell. */
    int end = 0;
    for (int k = 0; k < count; k++) {
        end += cells[k].start;
        cells[k].start = end;
    }
    cells[count].start = end;
    for (int p = c->particles - 1; p >= 0; p--)
        c->members[--cells[c->cell_of_particle[p]].start] = p;
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
