/*
 * The plain C twin of the two solvers that the benchmark measures against: same springs in the same
 * order, same formulas in the same order of operations, so that the results are bit-equal. Written
 * as one would write it in C, in double precision, without hand-made vector code.
 */
#ifndef CLOTH_H
#define CLOTH_H

/* Particle p has its coordinates at 3p, 3p + 1, 3p + 2. */
typedef struct {
    int a, b;           /* particles at either end */
    int family;         /* 0 structural, 1 shear, 2 bend */
    double rest;        /* m */
    double stiffness;   /* N/m (mass-spring) or share of the error (pbd) */
    double max_length;  /* what the strain limit leaves, m */
    double max_squared;
} Spring;

typedef struct {
    int is_sphere;
    double point[3];  /* centre of the sphere, or a point of the plane, m */
    double normal[3]; /* of the plane */
    double radius;    /* of the sphere, m */
    double friction;
} Collider;

/* A cell of the spatial hash; its particles start at `start` in `members`. */
typedef struct {
    int x, y, z, start;
} Cell;

/* Particles that follow each other and are in the same cell; the next run starts where it ends. */
typedef struct {
    int cell, first;
} Run;

typedef struct {
    /* parameters, under the names of the TypeScript table */
    int columns, rows;
    double width, height;
    int spacing_by_points, vertical, self_collision, limit_strain, truncate;
    double origin[3], jitter;
    unsigned seed;
    double density, thickness;
    double stiffness, bend_ratio, strain_limit;
    int family_on[3];
    double gravity[3], kept, time_step;
    int substeps, iterations;
    double collider_offset;

    int collider_count;
    Collider colliders[8];

    /* state */
    int particles, springs;
    double cell[2], mass;
    double *start, *positions, *last, *forces;
    unsigned char *fixed;
    Spring *spring;

    /* self-collision: hash table of cells, and the particles cell by cell */
    int slots;
    int *table; /* cell of an entry plus one; 0 marks a free entry */
    Cell *cells;
    Run *runs;
    int *members;
} Cloth;

void build_cloth(Cloth *cloth);
void build_hash(Cloth *cloth);

void integrate(Cloth *cloth, double dt);
void limit_strain(Cloth *cloth);
void self_collide(Cloth *cloth);

void mass_spring_substep(Cloth *cloth, double dt);
void pbd_substep(Cloth *cloth, double dt);

#endif
