/**
 * A lesson's workbench: a cloth that is touched by pointers, keys, clicks and buttons, its parameters, its
 * energies over time, and buttons that run it, all for one sheet that hangs from its upper edge.
 */
import { Cloth, type ClothHandle } from '@billow/react'
import { ControlPanel, type Panel, useClothPanel, usePanelValues } from '@billow/react/controls'
import { HandButtons, type HandLink, useHand } from '@billow/react/hands'
import { EnergyPlot, Recorder, useRecording } from '@billow/react/instruments'
import { labels as german } from '@billow/core/locales/de'
import type { clothParams } from '@billow/core'
import { Fabric } from './Fabric'
import { Stage } from './Stage'
import { useOnStage } from './StageContext'
import { Studio } from './Studio'
import './workbench.css'

const KEYS = ['density', 'damping', 'wind'] as const

type SheetPanel = Panel<typeof clothParams, (typeof KEYS)[number]>

/** How pointers touch the cloth. */
export type WorkbenchPointer = 'drag' | 'click'

export interface WorkbenchProps {
  theme: string
  lang?: 'en' | 'de'
  pointer?: WorkbenchPointer
  /** Gets the handle of the cloth. */
  onCloth?: (handle: ClothHandle | null) => void
}

interface SheetProps {
  panel: SheetPanel
  hand: HandLink
  recording: ReturnType<typeof useRecording>
  pointer: WorkbenchPointer
  lang: string
  onCloth: ((handle: ClothHandle | null) => void) | undefined
}

function Sheet({ panel, hand, recording, pointer, lang, onCloth }: SheetProps) {
  const { ref: onStage, paused } = useOnStage()
  return (
    <Cloth
      segments={[10, 10]}
      pins={['top']}
      {...usePanelValues(panel)}
      paused={paused}
      ref={(handle) => {
        onCloth?.(handle)
        return onStage(handle)
      }}
      interactive={{ pointer, hand, lang, label: lang === 'de' ? 'Vorhang' : 'Curtain' }}
      castShadow
      receiveShadow
    >
      <Fabric color="#7a4b9c" repeat={[5, 5]} />
      <Recorder recording={recording} />
    </Cloth>
  )
}

const WORDS = {
  en: {
    stage: 'A curtain hangs from its upper edge. Beside it are its hand, parameters and energies.',
    hint: 'Pin a corner, pull the curtain 20 cm, change the wind, pause, step, reset, and save the energies as CSV.',
    panel: 'Curtain',
  },
  de: {
    stage: 'Ein Vorhang hängt an seiner Oberkante. Daneben sind seine Hand, Werte und Energien.',
    hint: 'Stecke eine Ecke fest, ziehe den Vorhang um 20 cm, ändere den Wind, halte an, gehe einen Schritt, setze zurück und sichere die Energien als CSV.',
    panel: 'Vorhang',
  },
}

export function Workbench({ theme, lang = 'en', pointer = 'drag', onCloth }: WorkbenchProps) {
  const words = WORDS[lang]
  const panel = useClothPanel({
    keys: KEYS,
    values: { damping: 1.5, wind: [0, 0, 0] },
    ...(lang === 'de' ? { labels: german } : {}),
  })
  const hand = useHand()
  const recording = useRecording()
  return (
    <Studio
      theme={theme}
      panel={
        <div className="workbench">
          <HandButtons hand={hand} lang={lang} />
          <EnergyPlot recording={recording} lang={lang} />
          <ControlPanel panel={panel} title={words.panel} />
        </div>
      }
    >
      <Stage
        label={words.stage}
        hint={words.hint}
        theme={theme}
        camera={[0, 0.1, 2.9]}
        target={[0, 0, 0]}
        reach={1}
        ground={-0.8}
      >
        <Sheet
          panel={panel}
          hand={hand}
          recording={recording}
          pointer={pointer}
          lang={lang}
          onCloth={onCloth}
        />
      </Stage>
    </Studio>
  )
}
