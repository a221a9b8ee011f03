/** English descriptions of the parameters. */
import type { Descriptions } from './Descriptions.js'

export const descriptions: Descriptions = {
  language: 'en',
  cloth: {
    solver:
      'How springs are solved: compliant constraints with small steps, plain projection, or explicit forces.',
    timeStep: 'Simulated time per step. Frames of any length are cut into such steps.',
    substeps:
      'Integration steps per time step. More are stiffer, more stable and slower; 4 are enough for most cloth of the xpbd solver.',
    iterations: 'Relaxation passes over all springs per substep. More are stiffer and slower.',
    sleep: 'Let a cloth that has come to rest be, until something changes.',
    size: 'Width and height of the sheet.',
    segments: 'Grid cells along width and height; particles are one more each way.',
    orientation: 'Hangs in the xy plane, or lies in the xz plane.',
    spacing:
      'Particle distance: size / segments, or size / particles as in the CS184 assignment, whose sheet is one cell short.',
    jitter:
      'Largest random offset out of the plane at the start. A perfectly flat sheet cannot buckle.',
    seed: 'Seed of everything random (jitter, turbulence). Same seed, same run.',
    density: 'Mass per area. Cotton is about 0.15 to 0.3.',
    thickness:
      'Self-collision keeps particles two thicknesses apart, or as far as they are at rest if that is less.',
    ks: 'Spring stiffness of the mass-spring solver.',
    stiffness: 'Share of a spring’s error that one relaxation pass removes.',
    stretchCompliance: 'Give of the structural constraints: 0 does not stretch.',
    shearCompliance: 'Give of the shear constraints; woven cloth shears easily.',
    bendCompliance: 'Give of the bend constraints: small for paper, large for silk.',
    bendModel:
      'What resists bending: distances of particles, which is fast, or the angles between triangles, which keep folds and are the same on any grid.',
    bendStiffness:
      'Bending moment per width and curvature, for bending by angles: 3e-6 for silk, 2.5e-4 for paper.',
    tethers: 'Tie every particle to the pins, so that the cloth does not stretch under its weight.',
    tetherSlack:
      'How much longer than the cloth tethers are, beyond what it stretches by its own weight.',
    structural: 'Springs to the next particle along rows and columns.',
    shear: 'Springs across the diagonals of the cells.',
    bend: 'Springs to the particle after the next along rows and columns.',
    bendRatio: 'Stiffness of bend springs as a share of the others.',
    limitStrain: 'Shorten overstretched springs after each substep (Provot 1995).',
    strainLimit: 'Largest stretch that is left, as a share of the rest length.',
    tear: 'Overstretched springs open, so that the cloth can be torn; the strain limit gives way as far as that needs, and tethers are off.',
    tearStrain: 'Stretch at which a cloth that can tear opens, as a share of the rest length.',
    tearReserve: 'Particles that tears may add, as a share of those there are.',
    gravity: 'Acceleration of every particle.',
    damping: 'Velocity decays as exp(−damping · t), whatever the step.',
    stepDamping:
      'Share of the velocity lost per substep: the teaching classic, which depends on the step.',
    grabStrength:
      'Largest force of a hand on the cloth; 100 N carry 10 kg. What needs more slips out of it.',
    wind: 'Mean velocity of the air.',
    turbulence:
      'Turbulence intensity: standard deviation of the air’s velocity as a share of the wind speed.',
    turbulenceScale: 'Size of the eddies: the integral length of the turbulence along the wind.',
    gusts: 'How far the wind swells and drops, as a share of its mean speed.',
    gustPeriod: 'Time from gust to gust.',
    airDensity: 'Density of the air around the cloth; 0 is a vacuum.',
    drag: 'Drag coefficient of a triangle normal to the wind; about 1.2 for a flat plate.',
    lift: 'Lift coefficient: twice the lift of a triangle at 45° to the wind, where it is largest.',
    selfCollision:
      'Keep the layers of the cloth apart: its particles, or its triangles too, which no layer passes through, however thin it is, at about ten times the cost.',
    selfFriction: 'Coulomb friction of cloth on cloth; cotton on cotton is about 0.3 to 0.6.',
    hashCell:
      'How the hash of the mass-spring solver rounds to cells. Truncation, as in CS184, makes the cells at 0 twice as wide.',
    colliderOffset:
      'Distance that particles keep from colliders, so that the faces between them stay outside too.',
    colliderContact:
      'Particles alone meet bodies, or whole triangles: then nothing small and no edge comes through between particles. It costs more.',
  },
}
