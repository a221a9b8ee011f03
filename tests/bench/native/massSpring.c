/* Hooke springs and Verlet: twin of MassSpringSolver.ts and of collideByLastPosition in contacts.ts. */
#include "cloth.h"

#include <math.h>
#include <string.h>

static const double PLANE_OFFSET = 1e-4;

/* f = k (|d| - rest) d / |d| on one end, -f on the other. */
static void add_spring_forces(Cloth *c) {
    const double *restrict positions = c->positions;
    double *restrict forces = c->forces;
    const Spring *end = c->spring + c->springs;
    for (const Spring *s = c->spring; s < end; s++) {
        const double *xa = positions + 3 * s->a, *xb = positions + 3 * s->b;
        double dx = xb[0] - xa[0], dy = xb[1] - xa[1], dz = xb[2] - xa[2];
        double length = sqrt(dx * dx + dy * dy + dz * dz);
        if (length == 0) continue;
        double per_length = (s->stiffness * (length - s->rest)) / length;
        double fx = per_length * dx, fy = per_length * dy, fz = per_length * dz;
        double *fa = forces + 3 * s->a, *fb = forces + 3 * s->b;
        fa[0] += fx;
        fa[1] += fy;
        fa[2] += fz;
        fb[0] -= fx;
        fb[1] -= fy;
        fb[2] -= fz;
    }
}

static void collide_sphere(Cloth *c, const Collider *sphere) {
    const double *o = sphere->point;
    double radius = sphere->radius, slip = 1 - sphere->friction, squared_radius = radius * radius;
    for (int p = 0; p < c->particles; p++) {
        double *x = c->positions + 3 * p;
        const double *last = c->last + 3 * p;
        double dx = x[0] - o[0], dy = x[1] - o[1], dz = x[2] - o[2];
        double squared = dx * dx + dy * dy + dz * dz;
        if (squared > squared_radius || squared == 0 || c->fixed[p]) continue;
        double scale = radius / sqrt(squared);
        x[0] = last[0] + slip * (o[0] + scale * dx - last[0]);
        x[1] = last[1] + slip * (o[1] + scale * dy - last[1]);
        x[2] = last[2] + slip * (o[2] + scale * dz - last[2]);
    }
}

static void collide_plane(Cloth *c, const Collider *plane) {
    const double *o = plane->point, *n = plane->normal;
    double slip = 1 - plane->friction;
    for (int p = 0; p < c->particles; p++) {
        double *x = c->positions + 3 * p;
        const double *last = c->last + 3 * p;
        double height = (x[0] - o[0]) * n[0] + (x[1] - o[1]) * n[1] + (x[2] - o[2]) * n[2];
        double last_height =
            (last[0] - o[0]) * n[0] + (last[1] - o[1]) * n[1] + (last[2] - o[2]) * n[2];
        int crossed = (height <= 0 && last_height >= 0) || (height >= 0 && last_height <= 0);
        if (!crossed || c->fixed[p]) continue;
        double lift = (last_height >= 0 ? PLANE_OFFSET : -PLANE_OFFSET) - height;
        for (int k = 0; k < 3; k++) x[k] = last[k] + slip * (x[k] + lift * n[k] - last[k]);
    }
}

void mass_spring_substep(Cloth *c, double dt) {
    memset(c->forces, 0, 3 * (size_t)c->particles * sizeof(double));
    add_spring_forces(c);
    integrate(c, dt);
    if (c->self_collision) self_collide(c);
    for (int k = 0; k < c->collider_count; k++) {
        if (c->colliders[k].is_sphere) collide_sphere(c, &c->colliders[k]);
        else collide_plane(c, &c->colliders[k]);
    }
    if (c->limit_strain) limit_strain(c);
}
