import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

// The colours that meet as words on a ground, in both themes, have the contrast that WCAG 2.2 AA asks for.

const css = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8')
const tokens = new Map([...css.matchAll(/--([\w-]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\)/g)].map((m) => [m[1]!, [m[2]!, m[3]!] as const]))

const words: [ink: string, ground: string][] = [
  ['ink', 'paper'], ['ink', 'card'], ['ink', 'sunk'], ['ink-soft', 'paper'], ['ink-soft', 'card'],
  ['indigo', 'paper'], ['indigo', 'card'], ['indigo', 'indigo-wash'], ['on-indigo', 'indigo'], ['ink', 'indigo-wash'], ['ink-soft', 'indigo-wash'],
  ['on-saffron', 'saffron'], ['saffron-ink', 'saffron-wash'], ['saffron-ink', 'paper'], ['saffron-ink', 'card'],
  ['leaf', 'leaf-wash'], ['leaf', 'card'], ['leaf', 'paper'],
  ['brick', 'brick-wash'], ['brick', 'card'], ['brick', 'paper'], ['on-brick', 'brick'],
]
/** What only has to be told apart: borders of controls, the focus ring. */
const edges: [edge: string, ground: string][] = [['line-strong', 'paper'], ['line-strong', 'card'], ['focus', 'paper'], ['focus', 'card']]

const channel = (hex: string, at: number): number => {
  const c = Number.parseInt(hex.slice(at, at + 2), 16) / 255
  return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4
}
const luminance = (hex: string): number => 0.2126 * channel(hex, 1) + 0.7152 * channel(hex, 3) + 0.0722 * channel(hex, 5)

function contrast(a: string, b: string, theme: 0 | 1): number {
  const [x, y] = [a, b].map((name) => luminance(tokens.get(name)![theme]))
  return (Math.max(x!, y!) + 0.05) / (Math.min(x!, y!) + 0.05)
}

describe.each([['light', 0], ['dark', 1]] as const)('in the %s theme', (_name, theme) => {
  it.each(words)('%s is readable on %s', (ink, ground) => {
    expect(contrast(ink, ground, theme)).toBeGreaterThanOrEqual(4.5)
  })
  it.each(edges)('%s can be told from %s', (edge, ground) => {
    expect(contrast(edge, ground, theme)).toBeGreaterThanOrEqual(3)
  })
})
