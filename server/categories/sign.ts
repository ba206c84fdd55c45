import { readFileSync } from 'node:fs'
import { drawnPicture, grounds } from '../pictures/recipe.ts'

/** The glyph of each category that has one, by its name in small letters. */
function readSigns(): Map<string, string> {
  const signs = new Map<string, string>()
  for (const line of readFileSync(new URL('./signs.txt', import.meta.url), 'utf8').split('\n')) {
    const [glyph, names] = line.split('|')
    if (line.startsWith('#') || names === undefined) continue
    for (const name of names.split(';')) signs.set(name.trim(), glyph!.trim())
  }
  return signs
}
let signs: Map<string, string> | undefined

/** A number that is always the same for a text, and looks like chance (FNV-1a). */
function numberOf(text: string): number {
  let hash = 0x811c9dc5
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
  return (hash ^ (hash >>> 15)) >>> 0
}

/**
 * The sign of an imported category, always the same for the same name; null where none is known. Only whole names are
 * known: a word of a name says nothing sure ("Printer & Copier Paper" is no printer). Imported products get no drawing
 * at all: one model among many looks like none.
 */
export function categorySign(name: string): string | null {
  const icon = (signs ??= readSigns()).get(name.toLowerCase())
  if (icon === undefined) return null
  return drawnPicture({ icon, arrangement: 'single', style: 'glow', ground: numberOf(name) % grounds.length }).src
}
