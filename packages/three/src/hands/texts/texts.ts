/** Texts of hands by language, and what they say of a hand. */
import type { ClothHand } from '../ClothHand.js'
import type { GrassFoot } from '../GrassFoot.js'
import { german } from './de.js'
import { english } from './en.js'
import type { HandTexts } from './HandTexts.js'

/**
 * @param lang BCP 47 tag, such as `de-AT`; any other language than German gets English
 * @param own what the application says otherwise
 */
export function handTextsFor(lang: string, own: Partial<HandTexts> = {}): HandTexts {
  return { ...(/^de\b/i.test(lang) ? german : english), ...own }
}

/** Which particle is chosen, and what is done with it: `Point row 3, column 5, held, moved 20 cm`. */
export function describeHand(hand: ClothHand, texts: HandTexts): string {
  const { particle, cell } = hand
  if (particle === undefined) return texts.buttons.nothing
  const point = cell
    ? texts.point(cell[1] + 1, cell[0] + 1)
    : texts.numberedPoint(particle + 1, hand.mesh.simulation.particleCount)
  const parts = [point]
  if (hand.isPinned) parts.push(texts.pinned)
  if (hand.isHolding) parts.push(texts.held)
  if (hand.isHolding && hand.moved > 0)
    parts.push(texts.moved(lengthOf(hand.moved, texts.language)))
  return parts.join(', ')
}

/** Where a foot is, and whether it is down: `Foot at 0.25 m, -1 m`. */
export function describeFoot(foot: GrassFoot, texts: HandTexts): string {
  const [x, , z] = foot.position.map((metres) =>
    // Zero has no sign.
    (Math.round(100 * metres) / 100 + 0).toLocaleString(texts.language),
  ) as [string, string, string]
  return foot.isDown ? texts.foot(x, z) : texts.footLifted(x, z)
}

/** `20 cm`, `1.25 m`, `2 mm`. */
function lengthOf(metres: number, language: string): string {
  const [unit, factor] = metres < 0.01 ? ['mm', 1000] : metres < 1 ? ['cm', 100] : ['m', 1]
  const digits = metres < 1 ? 1 : 2
  const number = (factor * metres).toLocaleString(language, { maximumFractionDigits: digits })
  return `${number} ${unit}`
}
