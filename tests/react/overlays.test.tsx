// @vitest-environment happy-dom
/** Overlays as components: in the cloth around them as long as they are there, and nothing left of them. */
import { Cloth, type ClothHandle } from '@billow/react'
import * as overlays from '@billow/react/overlays'
import {
  ForceArrows,
  HashGrid,
  Particles,
  Protractor,
  Ruler,
  type ScenePlace,
  Springs,
  StrainLegend,
  StrainMap,
} from '@billow/react/overlays'
import type { ForceArrows as Arrows, Ruler as RulerObject } from '@billow/three/overlays'
import * as TestRenderer from '@react-three/test-renderer'
import { Component, createRef, type ReactNode, StrictMode } from 'react'
import { renderToString } from 'react-dom/server'
import { BufferGeometry, Group, type Material, type Object3D, Vector3 } from 'three'
import { afterEach, describe, expect, it, vi } from 'vitest'

const small = { segments: [4, 4], substeps: 2, pins: 'top' } as const

type Renderer = Awaited<ReturnType<typeof TestRenderer.create>>

const frame = (renderer: Renderer) => renderer.advanceFrames(1, 1 / 60)

afterEach(() => {
  vi.restoreAllMocks()
})

/** A cloth with whatever is in it, under StrictMode; what is in it comes late. */
async function render(children: ReactNode) {
  const cloth = createRef<ClothHandle>()
  const scene = (inside: ReactNode) => (
    <StrictMode>
      <group position={[1, 2, 3]} rotation-y={0.4} scale={2}>
        <Cloth {...small} ref={cloth}>
          <meshBasicMaterial />
          {inside}
        </Cloth>
      </group>
    </StrictMode>
  )
  const renderer = await TestRenderer.create(scene(null))
  await frame(renderer)
  const before = cloth.current!.object.material
  await renderer.update(scene(children))
  await frame(renderer)
  return {
    renderer,
    cloth,
    before,
    update: (inside: ReactNode) => renderer.update(scene(inside)),
    find: (name: string) => cloth.current!.object.getObjectByName(name),
  }
}

/** One of each, with the name of its object in the cloth. */
const inCloth: readonly [string, ReactNode, string][] = [
  ['Springs', <Springs key="s" />, 'Springs'],
  ['Particles', <Particles key="p" />, 'Particles'],
  ['HashGrid', <HashGrid key="h" />, 'Hash grid'],
  ['ForceArrows', <ForceArrows key="f" />, 'Forces'],
  ['Ruler', <Ruler key="r" from={[0, 0, 0]} to={[1, 0, 0]} />, 'Ruler'],
  [
    'Protractor',
    <Protractor key="p" at={[0, 0, 0]} from={[1, 0, 0]} to={[0, 1, 0]} />,
    'Protractor',
  ],
]

describe('in a cloth', () => {
  it.each(inCloth)('%s: once, and away with all that it made', async (_, element, name) => {
    const disposed = vi.spyOn(BufferGeometry.prototype, 'dispose')
    const { renderer, cloth, update, find } = await render(element)
    const view = find(name)!
    expect(view).toBeDefined()
    const all: Object3D[] = []
    cloth.current!.object.traverse((object) => all.push(object))
    expect(all.filter((object) => object.name === name)).toHaveLength(1)
    await update(element)
    await frame(renderer)
    expect(find(name)).toBe(view)
    const geometries = new Set<unknown>()
    view.traverse((object) => {
      if (!('isSprite' in object)) geometries.add((object as { geometry?: unknown }).geometry)
    })
    geometries.delete(undefined)
    await update(null)
    expect(find(name)).toBeUndefined()
    for (const geometry of geometries) expect(disposed.mock.contexts).toContain(geometry)
  })

  it('StrainMap: its material, and then that of the child again', async () => {
    const { renderer, cloth, before, update } = await render(<StrainMap maxStrain={0.2} />)
    const { object } = cloth.current!
    const uniforms = () =>
      (object.material as Material & { uniforms?: Record<string, { value: unknown }> }).uniforms
    expect(uniforms()?.maxStrain!.value).toBe(0.2)
    await update(<StrainMap maxStrain={0.3} />)
    await frame(renderer)
    expect(uniforms()?.maxStrain!.value).toBe(0.3)
    await update(null)
    expect(object.material).toBe(before)
  })

  it('Springs: what is switched off is not shown', async () => {
    const { find } = await render(<Springs shear={false} width={3} />)
    expect(find('Springs')!.children.map(({ visible }) => visible)).toEqual([true, false, true])
  })

  it('ForceArrows: those of the particles that are named, at forces of the last step', async () => {
    const { renderer, cloth, find } = await render(<ForceArrows particles={[7]} />)
    const view = find('Forces') as Arrows
    await frame(renderer)
    const { mass, gravity } = view.read(7)
    expect(gravity[1]).toBeCloseTo(-9.81 * mass, 12)
    // A grid shares its mass evenly: 0.2 kg/m² · 1 m² among 25.
    expect(mass).toBeCloseTo(0.2 / 25, 9)
    expect((view.children[0] as unknown as { count: number }).count).toBeGreaterThan(0)
    expect(cloth.current!.simulation.params.solver).toBe('xpbd')
  })

  it('another sheet is drawn anew', async () => {
    const cloth = createRef<ClothHandle>()
    const scene = (count: number) => (
      <Cloth {...small} segments={[count, count]} ref={cloth}>
        <Springs />
        <Particles />
        <HashGrid />
        <ForceArrows />
      </Cloth>
    )
    const renderer = await TestRenderer.create(scene(4))
    await frame(renderer)
    await renderer.update(scene(7))
    await frame(renderer)
    const [free, pinned] = cloth.current!.object.getObjectByName('Particles')!
      .children as unknown as { count: number }[]
    expect([free!.count, pinned!.count]).toEqual([56, 8])
  })

  it.each([
    ['Springs', <Springs key="s" />],
    ['Particles', <Particles key="p" />],
    ['StrainMap', <StrainMap key="m" />],
    ['HashGrid', <HashGrid key="h" />],
    ['ForceArrows', <ForceArrows key="f" />],
  ])('%s outside says where it belongs', async (name, element) => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
    await expect(TestRenderer.create(element)).rejects.toThrow(
      `@billow/react: ${name} must be inside a <Cloth>`,
    )
  })

  it('an error of a frame reaches the error boundary', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const caught: unknown[] = []
    class Boundary extends Component<{ children: ReactNode }> {
      override state = { failed: false }
      static getDerivedStateFromError() {
        return { failed: true }
      }
      override componentDidCatch(error: unknown) {
        caught.push(error)
      }
      override render() {
        return this.state.failed ? null : this.props.children
      }
    }
    const renderer = await TestRenderer.create(
      <Cloth {...small}>
        <Boundary>
          <ForceArrows particles={[99]} />
        </Boundary>
      </Cloth>,
    )
    await frame(renderer)
    await frame(renderer)
    await vi.waitFor(() => {
      expect(String(caught[0])).toContain('particle must be an integer from 0 to 24, got 99')
    })
  })

  it.each([
    [<Springs key="s" width={0} />, 'Springs: width must be a finite number > 0 (px), got 0'],
    [
      <Particles key="p" radius={-1} />,
      'Particles: radius must be a finite number > 0 (m), got -1',
    ],
    [<HashGrid key="h" width={0} />, 'HashGrid: width must be a finite number > 0 (m), got 0'],
    [
      <StrainMap key="m" maxStrain={NaN} />,
      'StrainMap: maxStrain must be a finite number, got NaN',
    ],
    [<ForceArrows key="f" stride={0} />, 'ForceArrows: stride must be a finite number >= 1, got 0'],
  ])('names what is wrong', async (element, message) => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
    await expect(TestRenderer.create(<Cloth {...small}>{element}</Cloth>)).rejects.toThrow(message)
  })
})

describe('Ruler', () => {
  it('measures between objects, by refs that fill later, in the world', async () => {
    const [from, to] = [createRef<Group>(), createRef<Group>()]
    const scene = (there: boolean) => (
      <>
        <group position={[1, 0, 0]} scale={3}>
          <Ruler from={from} to={to} />
        </group>
        <group ref={from} position={[0, 1, 0]} />
        {there ? <group ref={to} position={[0, 1, 2]} /> : null}
      </>
    )
    const renderer = await TestRenderer.create(scene(false))
    await frame(renderer)
    const ruler = renderer.scene.instance.getObjectByName('Ruler') as RulerObject
    expect(ruler.visible).toBe(false)
    await renderer.update(scene(true))
    await frame(renderer)
    expect(ruler.visible).toBe(true)
    expect(ruler.length).toBeCloseTo(2, 6)
    to.current!.position.z = 5
    await frame(renderer)
    expect(ruler.length).toBeCloseTo(5, 6)
    const places: ScenePlace[] = [[0, 0, 0], new Group(), from]
    expect(places).toHaveLength(3)
    expect(new Vector3().setFromMatrixScale(ruler.matrixWorld).x).toBeCloseTo(3, 6)
  })
})

describe('StrainLegend', () => {
  it('has the range in words, colours from dark blue to yellow, and figures', () => {
    const html = renderToString(<StrainLegend minStrain={0} maxStrain={0.2} label="Dehnung" />)
    expect(html).toContain('aria-label="Dehnung: 0 % to 20 %"')
    expect(html).toContain('10 %')
    // The ends of cividis: dark blue and yellow.
    expect(html).toMatch(/linear-gradient\(to right, #00[0-9a-f]{4}, .*#f[0-9a-f]e[0-9a-f]{3}\)/)
  })
})

it('every overlay has a case here', () => {
  const tested = [...inCloth.map(([name]) => name), 'StrainMap', 'StrainLegend']
  expect(new Set(tested)).toEqual(new Set(Object.keys(overlays)))
})
