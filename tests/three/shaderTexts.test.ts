/** Labels of shaders: every shader, uniform, group, choice and axis has one in each language. */
import { shaderTexts as german } from '@billow/three/locales/de'
import { shaderTexts as english } from '@billow/three/locales/en'
import { shaders, type UniformTable } from '@billow/three/materials'
import { describe, expect, it } from 'vitest'

const tables = Object.values(shaders).map(({ uniforms }) => uniforms as UniformTable)
const uniforms = tables.flatMap((table) => Object.entries(table))
const sorted = (words: Iterable<unknown>): unknown[] => [...new Set(words)].sort()

describe.each([english, german])('texts in $language', (texts) => {
  it('name everything that is there and nothing else', () => {
    expect(Object.keys(texts.shaders).sort()).toEqual(Object.keys(shaders).sort())
    expect(Object.keys(texts.uniforms).sort()).toEqual(sorted(uniforms.map(([key]) => key)))
    expect(Object.keys(texts.groups).sort()).toEqual(sorted(uniforms.map(([, { group }]) => group)))
    const choices = uniforms.flatMap(([, uniform]) =>
      uniform.kind === 'choice' ? uniform.choices : [],
    )
    expect(Object.keys(texts.choices).sort()).toEqual(sorted(choices))
    const axes = uniforms.flatMap(([, uniform]) => (uniform.kind === 'vector' ? uniform.axes : []))
    expect(Object.keys(texts.axes).sort()).toEqual(sorted(axes))
  })

  it('says something, and no two uniforms of one shader alike', () => {
    const words = [texts.uniforms, texts.groups, texts.choices, texts.axes].flatMap(Object.values)
    for (const word of words) expect(String(word).trim()).not.toBe('')
    for (const { label, description } of Object.values(texts.shaders)) {
      expect(label.trim()).not.toBe('')
      expect(description).toMatch(/\.$/)
    }
    for (const table of tables) {
      const labels = Object.keys(table).map(
        (key) => (texts.uniforms as Record<string, string>)[key],
      )
      expect(new Set(labels).size).toBe(labels.length)
    }
  })
})
