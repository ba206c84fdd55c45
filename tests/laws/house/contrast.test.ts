import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { declared, MET, shadesOf } from '#contract/appearance/shades.ts'

// Every pair of words and ground that the interface may use, in both themes: at least 4.5:1 for text
// (WCAG 2.2 AA), 3:1 for borders of controls and the focus ring.

const css = readFileSync(fileURLToPath(new URL('../../../src/ui/tokens.css', import.meta.url)), 'utf8')
const tokens = new Map(
  [...css.matchAll(/--([\w-]+):\s*light-dark\((#[0-9a-f]{6}),\s*(#[0-9a-f]{6})\)/g)].map((m) => [
    m[1]!,
    { light: m[2]!, dark: m[3]! },
  ]),
)

const grounds = ['paper', 'card', 'sunk']
const words = ['ink', 'ink-soft', 'indigo', 'leaf', 'brick', 'saffron-ink']
const text: readonly (readonly [words: string, ground: string])[] = [
  ...words.flatMap((word) => grounds.map((ground) => [word, ground] as const)),
  ['on-indigo', 'indigo'],
  ['on-primary', 'primary'],
  ['on-saffron', 'saffron'],
  ['on-brick', 'brick'],
  ['indigo', 'indigo-wash'],
  ['leaf', 'leaf-wash'],
  ['brick', 'brick-wash'],
  ['saffron-ink', 'saffron-wash'],
  ['ink', 'indigo-wash'],
  ['ink-soft', 'indigo-wash'],
  ['ink', 'leaf-wash'],
  ['ink', 'brick-wash'],
  ['ink', 'saffron-wash'],
]
const edges = ['line-strong', 'focus'].flatMap((edge) => grounds.map((ground) => [edge, ground] as const))

/** Relative luminance of a colour (WCAG). */
function luminance(hex: string): number {
  const [r, g, b] = [1, 3, 5]
    .map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255)
    .map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4)) as [number, number, number]
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}
function contrast(a: string, b: string): number {
  const [low, high] = [luminance(a), luminance(b)].sort((x, y) => x - y) as [number, number]
  return (high + 0.05) / (low + 0.05)
}
const colour = (name: string, theme: 'light' | 'dark'): string => {
  const token = tokens.get(name)
  if (!token) throw new Error(`tokens.css has no --${name} in both themes`)
  return token[theme]
}

describe.each(['light', 'dark'] as const)('contrast in the %s theme', (theme) => {
  it.each(text)('%s on %s can be read', (word, ground) => {
    expect(contrast(colour(word, theme), colour(ground, theme))).toBeGreaterThanOrEqual(4.5)
  })

  it.each(edges)('%s on %s can be seen', (edge, ground) => {
    expect(contrast(colour(edge, theme), colour(ground, theme))).toBeGreaterThanOrEqual(3)
  })
})

describe('contrast', () => {
  it('is measured rightly', () => {
    expect(contrast('#000000', '#ffffff')).toBeCloseTo(21, 5)
    expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2)
  })

  it.each(['light', 'dark'] as const)(
    'of the shades of a market’s own colour is made with these colours: %s',
    (theme) => {
      const { grounds: met, card, words: inks } = MET[theme]
      expect(met).toEqual(grounds.map((ground) => colour(ground, theme)))
      expect(card).toBe(colour('card', theme))
      expect(inks).toEqual(['ink', 'ink-soft'].map((ink) => colour(ink, theme)))
      // Each token that a market sets exists in tokens.css.
      for (const name of Object.keys(declared(shadesOf('#123456')[theme]))) colour(name.slice(2), theme)
    },
  )

  it('is checked for every colour that is not a mere tint', () => {
    const used = new Set([...text, ...edges].flat())
    expect([...tokens.keys()].filter((name) => !used.has(name))).toEqual(['line', 'dusk', 'dune', 'dune-far'])
  })
})
