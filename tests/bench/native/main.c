/*
 * Runs one scene: cloth_bench key=value ... Keys are listed in `set`; those with several numbers
 * take them separated by commas. Runs `warmup` frames, then `passes` times the first `frames` frames
 * under the clock; of each frame the quickest counts, as on the TypeScript side. Prints one line of
 * JSON. `out=FILE` writes the final positions as raw doubles.
 */
#include "cloth.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static int frames = 60, warmup = 0, passes = 1, pbd = 0;
static const char *out = NULL, *pins = "";

static int read_numbers(const char *text, double *values, int most) {
    int count = 0;
    char *next;
    while (count < most && *text) {
        values[count++] = strtod(text, &next);
        text = *next == ',' ? next + 1 : "";
    }
    return count;
}

static void set(Cloth *c, const char *key, const char *value) {
    double v[8] = {0};
    read_numbers(value, v, 8);
#define IS(name) (strcmp(key, name) == 0)
    if (IS("solver")) pbd = strcmp(value, "pbd") == 0;
    else if (IS("frames")) frames = (int)v[0];
    else if (IS("warmup")) warmup = (int)v[0];
    else if (IS("passes")) passes = (int)v[0];
    else if (IS("out")) out = value;
    else if (IS("pins")) pins = value;
    else if (IS("columns")) c->columns = (int)v[0];
    else if (IS("rows")) c->rows = (int)v[0];
    else if (IS("size")) c->width = v[0], c->height = v[1];
    else if (IS("spacing")) c->spacing_by_points = strcmp(value, "points") == 0;
    else if (IS("orientation")) c->vertical = strcmp(value, "vertical") == 0;
    else if (IS("origin")) memcpy(c->origin, v, sizeof c->origin);
    else if (IS("jitter")) c->jitter = v[0];
    else if (IS("seed")) c->seed = (unsigned)v[0];
    else if (IS("density")) c->density = v[0];
    else if (IS("thickness")) c->thickness = v[0];
    else if (IS("stiffness")) c->stiffness = v[0];
    else if (IS("bendRatio")) c->bend_ratio = v[0];
    else if (IS("families")) for (int k = 0; k < 3; k++) c->family_on[k] = v[k] != 0;
    else if (IS("limitStrain")) c->limit_strain = v[0] != 0;
    else if (IS("strainLimit")) c->strain_limit = v[0];
    else if (IS("gravity")) memcpy(c->gravity, v, sizeof c->gravity);
    else if (IS("kept")) c->kept = v[0];
    else if (IS("timeStep")) c->time_step = v[0];
    else if (IS("substeps")) c->substeps = (int)v[0];
    else if (IS("iterations")) c->iterations = (int)v[0];
    else if (IS("selfCollision")) c->self_collision = v[0] != 0;
    else if (IS("hashCell")) c->truncate = strcmp(value, "truncate") == 0;
    else if (IS("colliderOffset")) c->collider_offset = v[0];
    else if (IS("sphere") || IS("plane")) {
        Collider *collider = &c->colliders[c->collider_count++];
        collider->is_sphere = IS("sphere");
        memcpy(collider->point, v, sizeof collider->point);
        if (collider->is_sphere) collider->radius = v[3], collider->friction = v[4];
        else memcpy(collider->normal, v + 3, sizeof collider->normal), collider->friction = v[6];
    } else {
        fprintf(stderr, "unknown key %s\n", key);
        exit(2);
    }
}

static void restart(Cloth *c) {
    size_t coordinates = 3 * (size_t)c->particles * sizeof(double);
    memcpy(c->positions, c->start, coordinates);
    memcpy(c->last, c->start, coordinates);
}

static void step(Cloth *c) {
    double dt = c->time_step / c->substeps;
    for (int s = 0; s < c->substeps; s++) {
        if (pbd) pbd_substep(c, dt);
        else mass_spring_substep(c, dt);
    }
}

static double seconds(clockid_t clock) {
    struct timespec t;
    clock_gettime(clock, &t);
    return t.tv_sec + 1e-9 * t.tv_nsec;
}

/* ms per frame as a member of a JSON object */
static void print_array(const char *key, const double *values) {
    printf("%s:[", key);
    for (int frame = 0; frame < frames; frame++)
        printf("%s%.6f", frame ? "," : "", 1000 * values[frame]);
    printf("]");
}

int main(int argc, char **argv) {
    static Cloth cloth;
    for (int k = 1; k < argc; k++) {
        char *equals = strchr(argv[k], '=');
        if (!equals || cloth.collider_count == 8) return 2;
        *equals = 0;
        set(&cloth, argv[k], equals + 1);
    }
    build_cloth(&cloth);
    for (const char *pin = pins; *pin; pin = strchr(pin, ',') ? strchr(pin, ',') + 1 : "")
        cloth.fixed[atoi(pin)] = 1;

    restart(&cloth);
    for (int frame = 0; frame < warmup; frame++) step(&cloth);
    double *cpu = malloc(frames * sizeof *cpu), *wall = malloc(frames * sizeof *wall);
    for (int frame = 0; frame < frames; frame++) cpu[frame] = wall[frame] = INFINITY;
    for (int pass = 0; pass < passes; pass++) {
        restart(&cloth);
        for (int frame = 0; frame < frames; frame++) {
            double cpu_before = seconds(CLOCK_PROCESS_CPUTIME_ID);
            double wall_before = seconds(CLOCK_MONOTONIC);
            step(&cloth);
            wall[frame] = fmin(wall[frame], seconds(CLOCK_MONOTONIC) - wall_before);
            cpu[frame] = fmin(cpu[frame], seconds(CLOCK_PROCESS_CPUTIME_ID) - cpu_before);
        }
    }

    if (out) {
        FILE *file = fopen(out, "wb");
        if (!file) return 1;
        fwrite(cloth.positions, sizeof(double), 3 * (size_t)cloth.particles, file);
        fclose(file);
    }
    print_array("{\"cpu\"", cpu);
    print_array(",\"wall\"", wall);
    printf("}\n");
    return 0;
}
