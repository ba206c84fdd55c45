import { readFileSync } from 'node:fs'
import type { Picture } from '#contract/pictures/schema.ts'
import { photographSrc } from '../pictures/photograph.ts'
import type { Paint } from '../pictures/recipe.ts'
import type { Looks } from './looks.ts'

/** The origins and licences of the photographs, as the product shows them. */
export const CREDITS = new URL('photos/CREDITS.txt', import.meta.url)

let tints: Map<string, string> | undefined

/** The colour at the edge of each photograph, as the credits list it. */
function readTints(): Map<string, string> {
  const rows = readFileSync(CREDITS, 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => line.split('|').map((field) => field.trim()))
  return new Map(rows.map(([name, tint]) => [name!, tint!]))
}

function photograph(name: string): Picture {
  const tint = (tints ??= readTints()).get(name)
  if (tint === undefined) throw new Error(`The photograph ${name} has no credit.`)
  return { src: photographSrc(name), tint }
}

/** The pictures of a thing that photographs show: first one of each colour, then the others. */
export function photographedLooks(photographs: ReadonlyMap<Paint, readonly string[]>): Looks {
  const shown = [...photographs.values()]
  const names = [...shown.map((names) => names[0]!), ...shown.flatMap((names) => names.slice(1))]
  return {
    pictures: names.slice(0, 8).map(photograph),
    inColour: (paint) => photograph(photographs.get(paint)![0]!),
  }
}
