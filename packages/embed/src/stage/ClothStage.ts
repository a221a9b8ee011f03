/**
 * Draws one cloth: renderer and canvas, camera, light, ground, and the hand that drags. Knows no
 * time: whoever owns the stage advances the simulation and calls `draw`. A stage is made when the
 * element is first seen and thrown away with it; the simulation outlives it.
 */
import type { ClothSimulation } from '@billow/core'
import { ClothMesh } from '@billow/three'
import { Box3, Color, PCFShadowMap, PerspectiveCamera, Scene, WebGLRenderer } from 'three'
import type { Preset } from '../presets.js'
import { Fabric } from './Fabric.js'
import { frameBox } from './frame.js'
import { Lights } from './Lights.js'
import { palettes, type Theme } from './palette.js'
import { PointerDrag } from './PointerDrag.js'
import { Scenery } from './Scenery.js'

/** More device pixels than this cost time that nobody sees. */
const MAX_PIXEL_RATIO = 2

const FIELD_OF_VIEW = 30

export class ClothStage {
  readonly canvas: HTMLCanvasElement
  private readonly renderer: WebGLRenderer
  private readonly scene = new Scene()
  private readonly camera = new PerspectiveCamera(FIELD_OF_VIEW)
  private readonly lights = new Lights()
  private readonly scenery = new Scenery()
  private readonly mesh: ClothMesh
  private readonly drag: PointerDrag
  private readonly box = new Box3()
  private fabric: Fabric
  private revision = -1

  /** @throws Error where there is no WebGL 2 */
  constructor(
    readonly simulation: ClothSimulation,
    private preset: Preset,
    theme: Theme,
  ) {
    this.renderer = new WebGLRenderer({ antialias: true, alpha: true })
    this.canvas = this.renderer.domElement
    this.renderer.setClearColor(new Color(), 0)
    this.renderer.shadowMap.enabled = true
    this.renderer.shadowMap.type = PCFShadowMap

    this.fabric = new Fabric(preset.pattern)
    this.mesh = new ClothMesh(simulation, { material: this.fabric.material })
    this.mesh.castShadow = this.mesh.receiveShadow = true
    this.scene.add(this.lights, this.scenery, this.mesh)
    this.drag = new PointerDrag(this.canvas, this.mesh, this.camera)
    this.paint(theme)
  }

  /** Dragging needs a cloth that moves. */
  set draggable(draggable: boolean) {
    this.drag.enabled = draggable
  }

  show(preset: Preset): void {
    if (preset === this.preset) return
    this.preset = preset
    this.fabric.dispose()
    this.fabric = new Fabric(preset.pattern)
    this.mesh.material = this.fabric.material
    this.revision = -1
  }

  paint(theme: Theme): void {
    this.lights.paint(palettes[theme])
    this.scenery.paint(palettes[theme])
  }

  /** In CSS pixels. */
  resize(width: number, height: number): void {
    if (width <= 0 || height <= 0) return
    this.renderer.setPixelRatio(Math.min(window.devicePixelRatio, MAX_PIXEL_RATIO))
    this.renderer.setSize(width, height, false)
    this.camera.aspect = width / height
    if (!this.box.isEmpty()) frameBox(this.camera, this.box, this.preset.camera)
  }

  draw(): void {
    if (this.revision !== this.simulation.revision) this.build()
    this.mesh.update()
    this.renderer.render(this.scene, this.camera)
  }

  /** Gives everything back, the graphics context too: a page has only about 16 of them. */
  dispose(): void {
    this.drag.dispose()
    this.mesh.dispose()
    this.fabric.dispose()
    this.scenery.dispose()
    this.lights.dispose()
    this.renderer.dispose()
    if (!this.renderer.getContext().isContextLost()) this.renderer.forceContextLoss()
    this.canvas.remove()
  }

  /** The sheet has another size, or other bodies. */
  private build(): void {
    this.revision = this.simulation.revision
    this.drag.endAll()
    this.box.setFromArray(this.simulation.grid.restPositions)
    this.scenery.build(this.simulation, this.preset, this.box)
    this.lights.aim(this.box)
    frameBox(this.camera, this.box, this.preset.camera)
  }
}
