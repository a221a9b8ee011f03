/** Everything around the cloth that stands still: ground, spheres, a pole or a rail. */
import {
  type Box3,
  CapsuleGeometry,
  Group,
  Mesh,
  MeshStandardMaterial,
  SphereGeometry,
  Vector3,
} from 'three'
import type { ClothSimulation } from '@billow/core'
import type { Preset } from '../presets.js'
import { Ground } from './Ground.js'
import type { Palette } from './palette.js'

/** Radius of poles and rails, m. */
const SUPPORT_RADIUS = 0.018

/** How far they stand out beyond the sheet, m. */
const SUPPORT_OVERHANG = 0.08

/** The ground is drawn this many times larger than what stands on it. */
const GROUND_REACH = 4

export class Scenery extends Group {
  private readonly ground = new Ground()
  private readonly bodyMaterial = new MeshStandardMaterial({ roughness: 0.55 })
  private readonly supportMaterial = new MeshStandardMaterial({ roughness: 0.4, metalness: 0.3 })
  private readonly solids: Mesh[] = []

  constructor() {
    super()
    this.add(this.ground)
  }

  paint({ ground, body, support }: Palette): void {
    this.ground.material.color.set(ground)
    this.bodyMaterial.color.set(body)
    this.supportMaterial.color.set(support)
  }

  /**
   * Sets up the bodies of `simulation` and the support of its sheet.
   *
   * @param sheet the sheet at the start; grows to hold everything
   */
  build(simulation: ClothSimulation, { support }: Preset, sheet: Box3): void {
    this.clearSolids()
    const { min, max } = sheet.clone()
    for (const collider of simulation.colliders) {
      if (collider.type !== 'sphere') continue
      const sphere = new Mesh(new SphereGeometry(collider.radius, 64, 40), this.bodyMaterial)
      sphere.position.fromArray(collider.center)
      this.addSolid(sphere)
    }
    if (support === 'pole') {
      this.addRod(
        new Vector3(min.x - SUPPORT_RADIUS, 0, 0),
        new Vector3(min.x - SUPPORT_RADIUS, max.y + SUPPORT_OVERHANG, 0),
      )
    }
    if (support === 'rail') {
      const y = max.y
      this.addRod(
        new Vector3(min.x - SUPPORT_OVERHANG, y, 0),
        new Vector3(max.x + SUPPORT_OVERHANG, y, 0),
      )
    }
    for (const solid of this.solids) sheet.expandByObject(solid)
    sheet.min.y = Math.min(sheet.min.y, 0)
    this.ground.scale.setScalar(
      GROUND_REACH * Math.max(1, sheet.getSize(new Vector3()).length() / 2),
    )
  }

  override dispose(): void {
    this.clearSolids()
    this.ground.dispose()
    this.bodyMaterial.dispose()
    this.supportMaterial.dispose()
  }

  private addRod(from: Vector3, to: Vector3): void {
    const rod = new Mesh(
      new CapsuleGeometry(SUPPORT_RADIUS, from.distanceTo(to), 6, 20),
      this.supportMaterial,
    )
    rod.position.copy(from).lerp(to, 0.5)
    rod.quaternion.setFromUnitVectors(new Vector3(0, 1, 0), to.clone().sub(from).normalize())
    this.addSolid(rod)
  }

  private addSolid(solid: Mesh): void {
    solid.castShadow = solid.receiveShadow = true
    this.solids.push(solid)
    this.add(solid)
  }

  private clearSolids(): void {
    for (const solid of this.solids.splice(0)) {
      this.remove(solid)
      solid.geometry.dispose()
    }
  }
}
