/** The material of everything that cloth falls on. */
import { useStageTheme } from './theme'

export interface BodyMaterialProps {
  /** Default: the stage's colour of bodies. */
  color?: string
  metal?: boolean
}

export function BodyMaterial({ color, metal = false }: BodyMaterialProps) {
  const { body } = useStageTheme()
  return (
    <meshStandardMaterial
      color={color ?? body}
      roughness={metal ? 0.35 : 0.5}
      metalness={metal ? 0.5 : 0}
    />
  )
}
