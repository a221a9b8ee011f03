'use client'
/**
 * `<Wind>`: the air of the simulation around it, for all its cloths and fields without wind of their own.
 *
 * ```tsx
 * <Simulation>
 *   <Wind velocity={[3, 0, 1]} gusts={0.4} arrow position={[0, 1.5, 0]} />
 *   <Cloth pins="top" />
 * </Simulation>
 * ```
 */
import { BillowError, checkNumber, checkValues, clothParams } from '@billow/core'
import { Strokes, windColors } from '@billow/three'
import { type ThreeElements, useThree } from '@react-three/fiber'
import { type ReactNode, type Ref, use, useLayoutEffect, useRef, useState } from 'react'
import { Vector3 } from 'three'
import { lazyElement } from '../elements.js'
import { AirContext, type AirParams } from './SimulationContext.js'

type GroupProps = Omit<ThreeElements['group'], 'args' | 'ref' | 'children'>

export interface WindProps extends Omit<AirParams, 'wind'>, GroupProps {
  /** Mean velocity of the air in the space of the simulation, m/s; `wind` of its cloths and fields. */
  velocity: readonly [number, number, number]
  /** Show the mean velocity as an arrow, where the component is. @defaultValue false */
  arrow?: boolean
  /** Length of the arrow for 1 m/s, m. @defaultValue 0.1 */
  arrowScale?: number
}

const { wind, turbulence, turbulenceScale, gusts, gustPeriod } = clothParams
const AIR = { wind, turbulence, turbulenceScale, gusts, gustPeriod }

/** Of the arrow, m for 1 m of its scale. */
const WIDTH = 0.2

const start = /* @__PURE__ */ new Vector3()
const end = /* @__PURE__ */ new Vector3()

interface StrokesProps extends GroupProps {
  args: [capacity: number]
  ref: Ref<Strokes>
}

const strokesElement = /* @__PURE__ */ lazyElement<StrokesProps>(Strokes)

export function Wind({
  velocity,
  turbulence,
  turbulenceScale,
  gusts,
  gustPeriod,
  arrow = false,
  arrowScale = 0.1,
  ...group
}: WindProps): ReactNode {
  const setAir = use(AirContext)
  if (!setAir) throw new BillowError('@billow/react: Wind must be inside a <Simulation>')
  checkNumber('Wind', 'arrowScale', arrowScale, { above: 0 }, 'm')
  const given = { wind: velocity, turbulence, turbulenceScale, gusts, gustPeriod }
  const airKey = JSON.stringify(checkValues('Wind', AIR, given))
  const [self] = useState(() => ({}))
  const [Arrow] = useState(strokesElement)
  const strokes = useRef<Strokes>(null)
  const invalidate = useThree((three) => three.invalidate)
  const [x, y, z] = velocity

  useLayoutEffect(() => {
    setAir(self, JSON.parse(airKey) as AirParams)
  }, [setAir, self, airKey])

  useLayoutEffect(
    () => () => {
      setAir(self, undefined)
    },
    [setAir, self],
  )

  useLayoutEffect(() => {
    if (!strokes.current) return
    strokes.current.begin()
    end.set(x, y, z).multiplyScalar(arrowScale)
    strokes.current.arrow(start, end, WIDTH * arrowScale, windColors.strong)
    invalidate()
  }, [arrow, arrowScale, x, y, z, invalidate])

  return arrow ? <Arrow name="Wind" args={[1]} {...group} ref={strokes} /> : null
}
