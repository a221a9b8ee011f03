/*
 * One step of all blades of a field after the model `stable`, in single precision and plain C: what
 * packages/core/src/grass/stepBlades.ts and ArrayMover.ts do, wind included. Prints the quickest of some
 * steps, and where the tips are in the end.
 *
 *   blades file steps
 *
 * The file: counts of blades and modes (int32); dt, stiffness, lift, decay, bow, gravity (8 floats); mean
 * wind and a spare (4), modes (10 each); then per blade: height, firmness, up (3), front (3), root (3), tip
 * (3), as one array each.
 */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef struct {
    float x, y, z;
} Vector;

static inline float dot(Vector a, Vector b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
static inline Vector add(Vector a, float s, Vector b) {
    return (Vector){a.x + s * b.x, a.y + s * b.y, a.z + s * b.z};
}
static inline Vector scale(float s, Vector a) { return (Vector){s * a.x, s * a.y, s * a.z}; }
static inline float squared_cross(Vector a, Vector b) {
    Vector c = {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
    return dot(c, c);
}

static Vector wind_at(Vector place, const float *air, int modes) {
    Vector u = {0, 0, 0};
    const float *m = air + 4;
    for (int n = 0; n < modes; n++, m += 10) {
        float turns = m[0] * place.x + m[1] * place.y + m[2] * place.z + m[3];
        float f = turns - floorf(turns + 0.5f);
        float q = 4 * f * f, e = 1 - q;
        float sine = f * e *
            (6.283042280220213f + q * (-4.049546195430893f +
                                       q * (1.0349825632238445f + q * -0.12737967814809334f)));
        float cosine = e * e *
                (1.9999986316595835f + q * (-0.9347148301275211f +
                                            q * (0.18832129074154616f + q * -0.020130769200744494f))) -
            1;
        u.x += m[4] * cosine + m[7] * sine;
        u.y += m[5] * cosine + m[8] * sine;
        u.z += m[6] * cosine + m[9] * sine;
    }
    return (Vector){air[0] + u.x, air[1] + u.y, air[2] + u.z};
}

static float hold_of(Vector wind, Vector tip, Vector up, float height) {
    float squares = dot(wind, wind) * dot(tip, tip);
    if (!(squares > 0)) return 0;
    float cosine = fabsf(dot(wind, tip)) / sqrtf(squares);
    float missing = squared_cross(wind, tip) / (squares * (1 + cosine));
    return missing * fmaxf(dot(tip, up), 0) / height;
}

static Vector turn(Vector tip, Vector e, float decay) {
    float size = sqrtf(dot(e, e)), length = sqrtf(dot(tip, tip));
    float cosine = dot(tip, e) / (size * length);
    if (!(cosine > -1)) return tip;
    float fall = expf(-decay * size / length);
    float wide = 1 + cosine;
    float divisor = size * length * wide;
    float squared = squared_cross(tip, e) / (divisor * divisor) * fall * fall;
    float across = 2 * fall / ((1 + squared) * wide);
    float along = length * ((1 - squared) / (1 + squared) - across * cosine) / size;
    return add(scale(along, e), across, tip);
}

static float resting_reach(float sine, float cosine) {
    float b = 4 - 3 * sine - cosine;
    float root = sine * sqrtf(9 + (7 - cosine - 12 * sine) / (1 + cosine));
    float reach = 3 / (b + root);
    if (1 - reach * sine > 0.05f) return reach;
    float half = 5.9f - 0.05f * cosine;
    return 8.7f / (half + sqrtf(half * half - 26.1f));
}

static double seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec + 1e-9 * now.tv_nsec;
}

int main(int argc, char **argv) {
    if (argc != 3) return 1;
    FILE *file = fopen(argv[1], "rb");
    if (!file) return 1;
    fseek(file, 0, SEEK_END);
    long bytes = ftell(file);
    rewind(file);
    int32_t *words = malloc(bytes);
    if (!words || fread(words, 1, bytes, file) != (size_t)bytes) return 1;
    fclose(file);
    const int count = words[0], modes = words[1];
    const float *numbers = (float *)(words + 2), *air = numbers + 8;
    const float *heights = air + 4 + 10 * modes, *firmness = heights + count;
    const Vector *ups = (Vector *)(firmness + count), *fronts = ups + count, *roots = fronts + count;
    Vector *tips = (Vector *)(roots + count);
    Vector *previous = malloc(sizeof(Vector) * count);
    float *guides = calloc(count, sizeof(float)), *strengths = calloc(count, sizeof(float));
    const float dt = numbers[0], stiffness = numbers[1], lift = numbers[2], decay = numbers[3];
    const Vector gravity = {numbers[5], numbers[6], numbers[7]};

    double best = INFINITY;
    for (int step = atoi(argv[2]); step > 0; step--) {
        double before = seconds();
        memcpy(previous, tips, sizeof(Vector) * count);
        for (int n = 0; n < count; n++) {
            const float h = heights[n];
            const Vector up = ups[n], tip = tips[n];
            const Vector wind = wind_at(roots[n], air, modes);
            strengths[n] = fmaxf(strengths[n] - decay, 0);
            const float eased = fmaxf(1 - strengths[n], 0.1f);
            const float rate = firmness[n] * (stiffness + lift / h) * eased, soft = 1 / rate;
            const Vector still = add(scale(h, up), soft, add(gravity, numbers[4], fronts[n]));
            Vector e = add(still, soft * hold_of(wind, tip, up, h), wind);
            const Vector middle = turn(tip, e, 0.5f * rate * dt);
            e = add(still, soft * hold_of(wind, middle, up, h), wind);
            Vector end = turn(tip, e, rate * dt);
            end = add(end, -fminf(dot(end, up), 0), up);
            const float rise = fmaxf(dot(end, up), 0);
            const Vector side = add(end, -rise, up);
            const float length = sqrtf(dot(end, end));
            if (!(length > 2.2e-16f * h)) {
                tips[n] = scale(h, up);
                guides[n] = h;
                continue;
            }
            const float sine = sqrtf(dot(side, side)) / length;
            const float reach = resting_reach(sine, rise / length);
            tips[n] = scale(h * reach / length, end);
            guides[n] = h * fmaxf(1 - reach * sine, 0.05f);
        }
        best = fmin(best, seconds() - before);
    }
    double lean = 0;
    for (int n = 0; n < count; n++)
        lean += acos(fmin(1, dot(tips[n], ups[n]) / sqrt(dot(tips[n], tips[n])))) / count;
    printf("{\"ns\": %.4f, \"lean\": %.9f}\n", 1e9 * best / count, lean);
    return 0;
}
