/** A stage with a panel beside it, below it on narrow screens: for what people choose with. */
import type { ReactNode } from 'react'
import './studio.css'
import { themes } from './theme'

export interface StudioProps {
  theme?: string
  /** The stage. */
  children: ReactNode
  panel: ReactNode
}

export function Studio({ theme: name, children, panel }: StudioProps) {
  const theme = name === 'dark' ? themes.dark : themes.light
  return (
    <div className="studio" style={{ background: theme.panel }}>
      {children}
      <aside
        className="studio-panel"
        style={{
          color: theme.ink,
          background: theme.panel,
          borderColor: theme.panelEdge,
          colorScheme: name === 'dark' ? 'dark' : 'light',
        }}
      >
        {panel}
      </aside>
    </div>
  )
}
