import { Cloth } from '@billow/react'
import { useMeasurements, useReading } from '@billow/react/instruments'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { useEffect, useRef } from 'react'
import { expect, waitFor } from 'storybook/test'
import { CanvasTexture, type Sprite } from 'three'
import { Fabric } from './stage/Fabric'
import { Stage } from './stage/Stage'
import { useOnStage } from './stage/StageContext'

const meta: Meta = {
  title: 'Cloth/Readings',
  parameters: {
    api: ['useMeasurements', 'useReading'],
    docs: {
      description: {
        component:
          'Figures of a cloth in React: measured in steps, rendered a few times per second, and only where ' +
          'they are shown.',
      },
    },
  },
}

export default meta

/** Kinetic energy on a label over the cloth; for play functions also in the page. */
function Label() {
  const { kinetic, time } = useReading(useMeasurements()) ?? {}
  const sprite = useRef<Sprite>(null)
  const text = kinetic === undefined ? '' : `${(1000 * kinetic).toFixed(1)} mJ`
  useEffect(() => {
    const material = sprite.current!.material
    const canvas = document.createElement('canvas')
    Object.assign(canvas, { width: 512, height: 128 })
    const context = canvas.getContext('2d')!
    context.fillStyle = '#1f2328'
    context.roundRect(4, 4, 504, 120, 40)
    context.fill()
    Object.assign(context, { fillStyle: '#ffffff', textAlign: 'center', textBaseline: 'middle' })
    context.font = '600 68px system-ui, sans-serif'
    context.fillText(text, 256, 66)
    const map = new CanvasTexture(canvas)
    material.map = map
    material.needsUpdate = true
    return () => {
      map.dispose()
    }
  }, [text])
  return (
    <sprite ref={sprite} position={[0, 0.68, 0]} scale={[0.6, 0.15, 1]} userData={{ time, text }}>
      <spriteMaterial transparent depthTest={false} />
    </sprite>
  )
}

/** How much energy the motion of a sheet has, over the sheet itself. */
export const KineticEnergy: StoryObj = {
  render: (_, { globals }) => (
    <Stage
      label="A blue sheet in gusts of wind, with its kinetic energy on a label above it."
      hint="Pause the sheet: the label stays. Drag the sheet and let go: it jumps, and damping brings it down."
      theme={globals.theme as string}
      camera={[-1, 0.5, 3]}
      target={[0, 0.05, 0]}
      reach={1}
      ground={-0.75}
    >
      <Measured />
    </Stage>
  ),
  play: async ({ canvasElement }) => {
    const time = canvasElement.querySelector('[data-value="time"]')!
    await waitFor(() => expect(Number.parseFloat(time.textContent)).toBeGreaterThan(0.3), {
      timeout: 30_000,
    })
  },
}

function Measured() {
  return (
    <Cloth
      pins={['top-left', 'top-right']}
      wind={[1, 0, 3]}
      gusts={0.8}
      gustPeriod={2}
      {...useOnStage()}
      castShadow
      receiveShadow
    >
      <Fabric color="#2f6f8f" repeat={[8, 8]} />
      <Label />
    </Cloth>
  )
}
