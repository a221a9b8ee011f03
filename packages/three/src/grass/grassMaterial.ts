/**
 * Materials of grass: three's standard material, whose vertices are bent into blades, with colours
 * from root to tip and light that shines through from behind. Lights, shadows, fog, tone mapping and
 * colour space are those of the scene.
 */
import {
  Color,
  type ColorRepresentation,
  DoubleSide,
  type IUniform,
  type Material,
  MeshDepthMaterial,
  MeshStandardMaterial,
  RGBADepthPacking,
  Matrix4,
  type Texture,
  Vector2,
  Vector3,
} from 'three'
import { CullReason } from '@billow/core'
import type { BladeShape } from './bladeGeometry.js'
import { bladeVertexPars } from './bladeShader.js'
import type { BladeTextures } from './BladeTextures.js'
import { BOUNDLESS } from './cullingShader.js'
import { cullColors, fullLook, type GrassLook, levelColors } from './grassLook.js'

export interface GrassUniforms {
  readonly [name: string]: IUniform
  readonly bladeMap: IUniform<BladeTextures['blades']>
  readonly eye: IUniform<Vector3>
  readonly pixelsPerMetre: IUniform<number>
  readonly farthest: IUniform<number>
  readonly distanceLevels: IUniform<number>
  readonly edgeOn: IUniform<number>
  readonly frustumTolerance: IUniform<number>
  readonly paint: IUniform<number>
  readonly reasonMap: IUniform<Texture | null>
  readonly sceneDepth: IUniform<Texture | null>
  readonly depthSize: IUniform<Vector2>
  readonly clipRange: IUniform<Vector2>
  readonly fieldToClip: IUniform<Matrix4>
}

/** What a level of detail has of its own. */
export interface LevelUniforms {
  readonly levelNumber: IUniform<number>
  /** Segments of its blades. */
  readonly rows: IUniform<number>
  /** Where thin blades have their outline again, the same in all levels, m. */
  readonly outlineFrom: IUniform<number>
  /** Where blades begin to bend into those of the next level, and where they have, m. */
  readonly morphFrom: IUniform<number>
  readonly levelEnd: IUniform<number>
}

export function createGrassUniforms(textures: BladeTextures, look: GrassLook): GrassUniforms {
  return {
    bladeMap: { value: textures.blades },
    ...textures.tipUniforms,
    eye: { value: new Vector3() },
    pixelsPerMetre: { value: 0 },
    farthest: { value: 0 },
    distanceLevels: { value: 1 },
    edgeOn: { value: 2 },
    frustumTolerance: { value: BOUNDLESS },
    paint: { value: 0 },
    reasonMap: { value: null },
    sceneDepth: { value: null },
    depthSize: { value: new Vector2() },
    clipRange: { value: new Vector2(0.1, 1) },
    fieldToClip: { value: new Matrix4() },
    ...lookUniforms(fullLook(look)),
  }
}

function lookUniforms(look: Required<GrassLook>): Record<string, IUniform> {
  return Object.fromEntries(
    Object.entries(look).map(([name, value]) => [
      name,
      { value: name.endsWith('Color') ? new Color(value as ColorRepresentation) : value },
    ]),
  )
}

/** Changes of the look, at once and without compiling anything. */
export function changeLook(uniforms: GrassUniforms, look: GrassLook): void {
  for (const [name, value] of Object.entries(fullLook(look))) {
    const uniform: IUniform<unknown> | undefined = uniforms[name]
    if (uniform?.value instanceof Color) uniform.value.set(value)
    else if (uniform) uniform.value = value
  }
}

export function createGrassMaterial(
  uniforms: GrassUniforms & LevelUniforms,
  shape: BladeShape,
): Material {
  const material = new MeshStandardMaterial({ roughness: 0.75, side: DoubleSide })
  growVertices(material, uniforms, shape)
  const grow = material.onBeforeCompile.bind(material)
  material.onBeforeCompile = (shader, renderer) => {
    grow(shader, renderer)
    shader.fragmentShader = shader.fragmentShader
      .replace('#include <common>', `#include <common>\n${fragmentPars()}`)
      .replace('#include <color_fragment>', fragmentColor)
      .replace('#include <normal_fragment_begin>', fragmentNormal)
      .replace('#include <lights_fragment_end>', fragmentTranslucency)
  }
  return material
}

/** For shadows of lamps and the sun: the same blades in depth. */
export function createGrassDepthMaterial(
  uniforms: GrassUniforms & LevelUniforms,
  shape: BladeShape,
): Material {
  const material = new MeshDepthMaterial({ depthPacking: RGBADepthPacking, side: DoubleSide })
  growVertices(material, uniforms, shape)
  return material
}

function growVertices(material: Material, uniforms: object, shape: BladeShape): void {
  const outline = `#define SHAPE_${shape.toUpperCase().replace('-', '_')}`
  const depth = material instanceof MeshDepthMaterial ? '#define NORMAL_FREE' : ''
  material.onBeforeCompile = (shader) => {
    Object.assign(shader.uniforms, uniforms)
    shader.vertexShader = shader.vertexShader
      .replace('#include <common>', `#include <common>\n${outline}\n${depth}\n${bladeVertexPars}`)
      .replace(
        '#include <beginnormal_vertex>',
        'vec3 bladePlace;\nvec3 objectNormal;\ngrowBlade(bladePlace, objectNormal);',
      )
      .replace('#include <begin_vertex>', beginVertex)
  }
  material.customProgramCacheKey = () => `billow-grass-${shape}-${material.type}`
}

/** Depth materials have no normals, so the blade is grown where its place is first needed. */
const beginVertex = /* glsl */ `
  #ifdef NORMAL_FREE
    vec3 bladePlace;
    vec3 bladeNormal;
    growBlade(bladePlace, bladeNormal);
  #endif
  vec3 transformed = bladePlace;
`

/** Colours of culled blades by number of the reason, and of levels from 8 on; linear. */
function paintCases(): string {
  const reasons = Object.entries(cullColors).map(([name, color]) => [
    CullReason[name as keyof typeof cullColors],
    color,
  ])
  const levels = levelColors.map((color, n) => [8 + n, color])
  return [...reasons, ...levels]
    .map(([number, color]) => {
      const { r, g, b } = new Color(color)
      return `if (number == ${number!}) return vec3(${[r, g, b].map((part) => part.toFixed(4)).join(', ')});`
    })
    .join('\n    ')
}

const fragmentPars = (): string => /* glsl */ `
  uniform vec3 rootColor;
  uniform vec3 tipColor;
  uniform vec3 dryColor;
  uniform float dryness;
  uniform float rootShade;
  uniform float translucency;
  varying float vAlong;
  varying float vTint;
  varying float vPaint;

  vec3 paintColor(int number) {
    ${paintCases()}
    return vec3(1.0);
  }
`

const fragmentColor = /* glsl */ `
  vec3 green = mix(rootColor, tipColor, smoothstep(0.0, 1.0, vAlong));
  float dry = dryness * vTint * vTint * smoothstep(0.2, 1.0, vAlong);
  diffuseColor.rgb *= mix(green, dryColor, dry) * mix(0.85, 1.1, vTint);
  // Between the roots of a lawn it is dark.
  float shade = 1.0 - rootShade * (1.0 - smoothstep(0.0, 0.55, vAlong));
  diffuseColor.rgb *= shade;
  if (vPaint > -0.5) diffuseColor.rgb = paintColor(int(vPaint + 0.5)) * mix(0.5, 1.0, vAlong);
`

/** The normal is on the seen side already. */
const fragmentNormal = /* glsl */ `
  float faceDirection = 1.0;
  vec3 normal = normalize(vNormal);
  vec3 nonPerturbedNormal = normal;
`

/** What the light leaves of the leaf on the side away from it, strongest against the light. */
const fragmentTranslucency = /* glsl */ `
  #include <lights_fragment_end>
  #if NUM_DIR_LIGHTS > 0
    for (int n = 0; n < NUM_DIR_LIGHTS; n++) {
      vec3 toLight = directionalLights[n].direction;
      float behind = max(dot(-normal, toLight), 0.0);
      float against = pow(max(dot(-geometryViewDir, toLight), 0.0), 3.0);
      // What has gone through a leaf has lost its blue.
      vec3 leaf = BRDF_Lambert(diffuseColor.rgb * vec3(1.2, 1.1, 0.5));
      reflectedLight.directDiffuse += translucency * vAlong * (0.35 * behind + 0.65 * against) *
        3.0 * directionalLights[n].color * leaf;
    }
  #endif
`
