/**
 * Every shader on a sheet that is draped over a ball, before light and before dark: pictures that were
 * looked at, in `pictures/`. Software rendering makes them the same on any machine but for single pixels.
 * After a change that is meant, `npx vitest run --project browser -u shaderPictures` makes them anew, to be
 * looked at again.
 */
import { ClothSimulation, materialPresets, PlaneCollider, SphereCollider } from '@billow/core'
import { ClothMesh } from '@billow/three'
import {
  applyMaterial,
  ClothStrain,
  createShaderMaterial,
  type ShaderId,
  shaders,
} from '@billow/three/materials'
import {
  AmbientLight,
  Color,
  DirectionalLight,
  Mesh,
  MeshStandardMaterial,
  PerspectiveCamera,
  PlaneGeometry,
  Scene,
  WebGLRenderer,
} from 'three'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'

const [WIDTH, HEIGHT] = [240, 200]
const RADIUS = 0.3

const BACKGROUNDS = { light: '#eef0f2', dark: '#14171c' } as const

/** What shows a shader best at this size. */
const VALUES: Partial<Record<ShaderId, Record<string, unknown>>> = {
  diffuse: { color: '#c8553d' },
  'blinn-phong': { color: '#3d6fa8' },
  bump: { color: '#c9a66b', heightScaling: 0.12 },
  displacement: { color: '#7a9a6a', repeat: [3, 3], heightScaling: 0.04 },
  texture: { lit: true },
  strain: { maxStrain: 0.03 },
  'woven-fabric': { threads: [60, 60] },
}

describe.each(Object.keys(BACKGROUNDS) as (keyof typeof BACKGROUNDS)[])('%s', (theme) => {
  let cloth: ClothSimulation
  let renderer: WebGLRenderer

  beforeAll(() => {
    cloth = new ClothSimulation({
      ...materialPresets.cotton,
      size: [1, 1],
      segments: [48, 48],
      orientation: 'horizontal',
      colliders: [
        new SphereCollider({ center: [0, RADIUS, 0], radius: RADIUS, friction: 0.4 }),
        new PlaneCollider({ point: [0, 0, 0], normal: [0, 1, 0], friction: 0.4 }),
      ],
    })
    cloth.teleport({ offset: [0, 2 * RADIUS + 0.05, 0] })
    for (let n = 0; n < 150; n++) cloth.step()
    renderer = new WebGLRenderer({ antialias: true, preserveDrawingBuffer: true })
    renderer.setPixelRatio(1)
    renderer.setSize(WIDTH, HEIGHT)
    renderer.shadowMap.enabled = true
    renderer.domElement.dataset.testid = 'picture'
    document.body.append(renderer.domElement)
  })
  afterAll(() => {
    renderer.domElement.remove()
    renderer.dispose()
    renderer.forceContextLoss()
  })

  it.each(Object.keys(shaders) as ShaderId[])('%s', async (id) => {
    const material = createShaderMaterial(id, VALUES[id] as never)
    const mesh = new ClothMesh(cloth)
    const undo = applyMaterial(mesh, material)
    mesh.castShadow = true
    if (id === 'strain') new ClothStrain(mesh).update()
    renderer.render(stageOf(mesh, BACKGROUNDS[theme]), camera())
    await expect.element(page.getByTestId('picture')).toMatchScreenshot(`${id}-${theme}`)
    undo()
    material.dispose()
    mesh.dispose()
  })
})

function stageOf(mesh: Mesh, background: string): Scene {
  const scene = new Scene()
  scene.background = new Color(background)
  const ground = new Mesh(
    new PlaneGeometry(4, 4),
    new MeshStandardMaterial({ color: background, roughness: 1 }),
  )
  ground.rotation.x = -Math.PI / 2
  ground.receiveShadow = true
  const sun = new DirectionalLight('#ffffff', 2.5)
  sun.position.set(1, 3, 2)
  sun.castShadow = true
  scene.add(mesh, ground, sun, new AmbientLight('#ffffff', 0.6))
  return scene
}

function camera(): PerspectiveCamera {
  const seen = new PerspectiveCamera(40, WIDTH / HEIGHT, 0.1, 20)
  seen.position.set(0.5, 0.95, 1.35)
  seen.lookAt(0, 0.22, 0)
  return seen
}
