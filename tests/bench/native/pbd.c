/* Position based dynamics: twin of PbdSolver.ts and of projectOut in contacts.ts. */
#include "cloth.h"

#include <math.h>
#include <string.h>

/* One pass: each free end moves by ((|d| - rest) / |d|) 0.5 k d. */
static void relax(Cloth *c) {
    const Spring *end = c->spring + c->springs;
    for (const Spring *s = c->spring; s < end; s++) {
        if (s->stiffness == 0) continue;
        double *xa = c->positions + 3 * s->a, *xb = c->positions + 3 * s->b;
        double dx = xb[0] - xa[0], dy = xb[1] - xa[1], dz = xb[2] - xa[2];
        double length = sqrt(dx * dx + dy * dy + dz * dz);
        if (length == 0) continue;
        double delta = ((length - s->rest) / length) * 0.5 * s->stiffness;
        double cx = delta * dx, cy = delta * dy, cz = delta * dz;
        if (!c->fixed[s->a]) {
            xa[0] += cx;
            xa[1] += cy;
            xa[2] += cz;
        }
        if (!c->fixed[s->b]) {
            xb[0] -= cx;
            xb[1] -= cy;
            xb[2] -= cz;
        }
    }
}

/* Pushes a particle by `depth` along the normal n and rubs it against the surface (Coulomb). */
static void push_along(Cloth *c, int p, double nx, double ny, double nz, double depth,
                       double friction) {
    double *out = c->positions + 3 * p;
    const double *last = c->last + 3 * p;
    double x = out[0] + depth * nx, y = out[1] + depth * ny, z = out[2] + depth * nz;
    if (friction > 0) {
        double sx = x - last[0], sy = y - last[1], sz = z - last[2];
        double along = sx * nx + sy * ny + sz * nz;
        double tx = sx - along * nx, ty = sy - along * ny, tz = sz - along * nz;
        double slide = sqrt(tx * tx + ty * ty + tz * tz);
        double grip = friction * depth;
        double held = slide <= grip ? 1 : grip / slide;
        x -= held * tx;
        y -= held * ty;
        z -= held * tz;
    }
    out[0] = x;
    out[1] = y;
    out[2] = z;
}

static void project_sphere(Cloth *c, const Collider *sphere) {
    const double *o = sphere->point;
    double reach = sphere->radius + c->collider_offset, squared_reach = reach * reach;
    for (int p = 0; p < c->particles; p++) {
        const double *x = c->positions + 3 * p;
        double dx = x[0] - o[0], dy = x[1] - o[1], dz = x[2] - o[2];
        double squared = dx * dx + dy * dy + dz * dz;
        if (squared >= squared_reach || c->fixed[p]) continue;
        double distance = sqrt(squared);
        if (distance == 0) push_along(c, p, 0, 1, 0, reach, sphere->friction);
        else
            push_along(c, p, dx / distance, dy / distance, dz / distance, reach - distance,
                       sphere->friction);
    }
}

static void project_plane(Cloth *c, const Collider *plane) {
    const double *o = plane->point, *n = plane->normal;
    for (int p = 0; p < c->particles; p++) {
        const double *x = c->positions + 3 * p;
        double height = (x[0] - o[0]) * n[0] + (x[1] - o[1]) * n[1] + (x[2] - o[2]) * n[2];
        if (height >= c->collider_offset || c->fixed[p]) continue;
        push_along(c, p, n[0], n[1], n[2], c->collider_offset - height, plane->friction);
    }
}

static void project_out(Cloth *c) {
    for (int k = 0; k < c->collider_count; k++) {
        if (c->colliders[k].is_sphere) project_sphere(c, &c->colliders[k]);
        else project_plane(c, &c->colliders[k]);
    }
}

void pbd_substep(Cloth *c, double dt) {
    memset(c->forces, 0, 3 * (size_t)c->particles * sizeof(double));
    integrate(c, dt);
    for (int pass = 0; pass < c->iterations; pass++) {
        relax(c);
        project_out(c);
    }
    if (c->limit_strain) limit_strain(c);
    if (c->self_collision) self_collide(c);
    project_out(c);
}
