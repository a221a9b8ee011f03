// @vitest-environment happy-dom
/** `interactive` of cloths and fields that means nothing is refused by name, before anything is changed. */
import { Cloth, type ClothHandle, GrassField } from '@billow/react'
import { useHand } from '@billow/react/hands'
import * as TestRenderer from '@react-three/test-renderer'
import { createRef, type ReactNode } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { frames } from '../helpers/frames.js'

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
})

afterEach(() => {
  vi.restoreAllMocks()
})

const cloth = (interactive: unknown): ReactNode => (
  <Cloth segments={[2, 2]} interactive={interactive as never} />
)

const field = (interactive: unknown, more: object = {}): ReactNode => (
  <GrassField size={[1, 1]} density={10} interactive={interactive as never} {...more} />
)

const CLOTH = '@billow/react: Cloth: interactive must be a boolean, "click" or an object'
const GRASS = '@billow/react: GrassField: interactive must be a boolean or an object'

/** A value, and what is said of it. */
type Refused = [interactive: unknown, message: string]

/** Of what both have, wrong values, and what is said of them. */
const SETTINGS: Refused[] = [
  [{ label: 3 }, 'interactive.label must be of type string, got 3'],
  [{ label: null }, 'interactive.label must be of type string, got null'],
  [{ lang: { language: 'de' } }, 'interactive.lang must be of type string, got an object'],
  [{ keyboard: 'no' }, 'interactive.keyboard must be of type boolean, got "no"'],
  [{ texts: 'de' }, 'interactive.texts must be of type object, got "de"'],
  [{ keybord: true }, 'got "keybord"'],
  [{ pointer: 'throw' }, 'or "none", got "throw"'],
]

describe('is refused', () => {
  it.each<Refused>([
    ['drop', `${CLOTH} with pointer "drag", "click" or "none", got "drop"`],
    [3, CLOTH],
    [null, CLOTH],
    [{ hand: true }, '@billow/react: Cloth: interactive.hand must be of type object, got true'],
    ...SETTINGS,
  ])('<Cloth interactive={%j}>', async (interactive, message) => {
    await expect(TestRenderer.create(cloth(interactive))).rejects.toThrow(message)
  })

  it.each<Refused>([
    ['foo', `${GRASS} with pointer "hover", "press" or "none", got "foo"`],
    [3, GRASS],
    ...SETTINGS,
  ])('<GrassField interactive={%j}>', async (interactive, message) => {
    await expect(TestRenderer.create(field(interactive))).rejects.toThrow(message)
  })

  it('<GrassField trample="walk">, by that name', async () => {
    await expect(TestRenderer.create(field(undefined, { trample: 'walk' }))).rejects.toThrow(
      '@billow/react: GrassField: trample must be "hover" or "press", got "walk"',
    )
  })

  it('beside the hand of a cloth that is there, though that knows the whole scene', async () => {
    const ref = createRef<ClothHandle>()
    const App = ({ pointer }: { pointer: string }): ReactNode => {
      const hand = useHand()
      return <Cloth segments={[2, 2]} ref={ref} interactive={{ hand, pointer: pointer as never }} />
    }
    const renderer = await TestRenderer.create(<App pointer="none" />)
    await frames(renderer, 3)
    await expect(renderer.update(<App pointer="throw" />)).rejects.toThrow('got "throw"')
  })
})

it.each([[true], [false], [undefined], [{}], [{ label: 'Flag', lang: 'de', pointer: 'none' }]])(
  'interactive={%j} is taken',
  async (interactive) => {
    const renderer = await TestRenderer.create([
      <group key="a">{cloth(interactive)}</group>,
      <group key="b">{field(interactive)}</group>,
    ] as never)
    await frames(renderer, 2)
    expect(renderer.scene.findAll(({ type }) => type === 'Mesh').length).toBeGreaterThan(0)
    await renderer.unmount()
  },
)
