'use client'
/**
 * `<HandButtons>`: buttons beside the canvas that choose a particle of a cloth, take it, move it, pin it and
 * let it go, for those who neither drag nor type. They and the keys and clicks on the cloth are one hand.
 *
 * ```tsx
 * const hand = useHand()
 * return (
 *   <>
 *     <Canvas><Cloth interactive={{ hand }} /></Canvas>
 *     <HandButtons hand={hand} lang="de" />
 *   </>
 * )
 * ```
 */
import { checkNumber } from '@billow/core'
import {
  type ClothHand,
  describeHand,
  type HandDirection,
  type HandTexts,
  handTextsFor,
} from '@billow/three/hands'
import { type ReactNode, useState, useSyncExternalStore } from 'react'
import type { Camera } from 'three'
import { handsStyle } from './handsStyle.js'
import type { HandLink } from './HandLink.js'

export interface HandButtonsProps {
  /** What `useHand` gave, and the cloth got. */
  hand: HandLink
  /** How far a press moves, m of the scene, > 0. Default: one that suits the cloth, such as 0.02. */
  step?: number | undefined
  /** BCP 47 tag: German, or else English. @defaultValue 'en' */
  lang?: string | undefined
  /** Texts that replace those of the language. */
  texts?: Partial<HandTexts> | undefined
  /** Bring a look along; `false` leaves it to the page. @defaultValue true */
  styled?: boolean | undefined
  className?: string | undefined
}

/** Of a step, while small steps are on. */
const FINE = 0.1

/** As they are laid out: three columns. */
const DIRECTIONS: readonly HandDirection[] = ['near', 'up', 'far', 'left', 'down', 'right']

const ARROWS: Readonly<Record<HandDirection, string>> = {
  left: 'M13 7H6.5V3L1 8l5.5 5V9H13z',
  right: 'M3 7h6.5V3L15 8l-5.5 5V9H3z',
  up: 'M7 13V6.5H3L8 1l5 5.5H9V13z',
  down: 'M7 3v6.5H3L8 15l5-5.5H9V3z',
  near: 'M8 3a5 5 0 1 0 0 10A5 5 0 0 0 8 3zm0 3a2 2 0 1 1 0 4 2 2 0 0 1 0-4z',
  far: 'M8 1a7 7 0 1 0 0 14A7 7 0 0 0 8 1zm0 2a5 5 0 1 1 0 10A5 5 0 0 1 8 3zm-1 4h2v2H7z',
}

const none = (): number => 0

/** @throws BillowError for a wrong step */
export function HandButtons({
  hand: link,
  step,
  lang = 'en',
  texts,
  styled = true,
  className = '',
}: HandButtonsProps): ReactNode {
  if (step !== undefined) checkNumber('HandButtons', 'step', step, { above: 0 }, 'm')
  useSyncExternalStore(link.subscribe, link.version, none)
  const [isFine, setFine] = useState(false)
  const say = handTextsFor(lang, texts)
  const { buttons } = say
  const hand = link.current
  const isChosen = hand?.particle !== undefined
  const isHolding = hand?.isHolding === true

  /** What a button does once there is a cloth; a button that can do nothing stays in the tab order. */
  const press =
    (act: (hand: ClothHand, camera: Camera) => void, can = true) =>
    (): void => {
      if (can && hand && link.camera) act(hand, link.camera)
    }

  const button = (
    name: string,
    act: (hand: ClothHand, camera: Camera) => void,
    can = hand !== undefined,
    more: { sign?: string; pressed?: boolean } = {},
  ): ReactNode => (
    <button
      key={name}
      type="button"
      aria-disabled={!can}
      aria-pressed={more.pressed}
      onClick={press(act, can)}
    >
      {more.sign ? (
        <svg viewBox="0 0 16 16" aria-hidden="true">
          <path d={more.sign} />
        </svg>
      ) : null}
      {name}
    </button>
  )

  return (
    <div
      role="group"
      aria-label={buttons.hand}
      lang={say.language}
      className={`billow-hands ${className}`}
    >
      {styled ? (
        <style href="billow-hands" precedence="low">
          {handsStyle}
        </style>
      ) : null}
      <p className="billow-hands-state">{hand ? describeHand(hand, say) : buttons.nothing}</p>
      <div className="billow-hands-row">
        {button(buttons.previous, (now) => {
          now.chooseNext(-1)
        })}
        {button(buttons.next, (now) => {
          now.chooseNext(1)
        })}
        {button(
          isHolding ? buttons.release : buttons.grab,
          (now) => {
            now.toggle()
          },
          isChosen,
        )}
        {button(
          hand?.isPinned === true ? buttons.unpin : buttons.pin,
          (now) => {
            now.togglePin()
          },
          isChosen,
        )}
      </div>
      <div className="billow-hands-ways">
        {DIRECTIONS.map((direction) =>
          button(
            buttons[direction],
            (now, camera) => {
              const length = (step ?? now.stepLength) * (isFine ? FINE : 1)
              if (now.isHolding) now.move(direction, camera, length)
              else if (direction !== 'near' && direction !== 'far')
                now.chooseTowards(direction, camera)
            },
            isHolding || (hand !== undefined && direction !== 'near' && direction !== 'far'),
            { sign: ARROWS[direction] },
          ),
        )}
      </div>
      {button(
        buttons.fine,
        () => {
          setFine(!isFine)
        },
        true,
        { pressed: isFine },
      )}
    </div>
  )
}
