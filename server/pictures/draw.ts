import { readFileSync } from 'node:fs'
import type { Recipe } from './recipe.ts'
import { arrange } from './arrange.ts'
import { drawGround, SIDE } from './grounds.ts'
import { repaint } from './repaint.ts'

let glyphs: Map<string, string> | undefined

/** The bodies of the glyphs, read when the first picture is wanted. */
function glyphBodies(): Map<string, string> {
  return (glyphs ??= new Map(
    Object.entries(
      JSON.parse(readFileSync(new URL('../seed/icons.json', import.meta.url), 'utf8')) as Record<string, string>,
    ),
  ))
}

/** The picture as SVG of that width; undefined when there is no such glyph. */
export function drawSvg(recipe: Recipe, width: number): string | undefined {
  const body = glyphBodies().get(recipe.icon)
  if (body === undefined) return undefined
  const glyph = recipe.paint ? repaint(body, recipe.paint) : body
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${width}" viewBox="0 0 ${SIDE} ${SIDE}">
    ${drawGround(recipe.style, recipe.ground)}<defs><g id="glyph">${glyph}</g></defs>${arrange(recipe.arrangement)}</svg>`
}
