import type { Picture } from '#contract/pictures/schema.ts'

/** How the thing stands in its picture. */
export const arrangements = [
  'single',
  'tilt',
  'pair',
  'trio',
  'row',
  'stack',
  'tray',
  'crate',
  'podium',
  'close',
  'badge',
] as const
export type Arrangement = (typeof arrangements)[number]

/**
 * The light colour around it and a deeper one of the same hue: sand, saffron, blush, rose, lilac, indigo, sky, lagoon,
 * mint, leaf, straw, stone.
 */
export const grounds = [
  ['#f3ebdd', '#e0cfb2'],
  ['#fdedd0', '#f5cf93'],
  ['#fde4d8', '#f3bca2'],
  ['#fbe3e8', '#efb6c3'],
  ['#efe5f8', '#d3bdec'],
  ['#e4e7fa', '#b9c1ee'],
  ['#e0eefb', '#aed0f0'],
  ['#dcf1f1', '#a3d6d6'],
  ['#def3e8', '#a6dbc0'],
  ['#e7f2da', '#bfdc9d'],
  ['#f8f3cf', '#e6d98b'],
  ['#ebecef', '#c6cad3'],
] as const

/** How the ground is painted. */
export const groundStyles = ['glow', 'floor', 'disc', 'slant'] as const
export type GroundStyle = (typeof groundStyles)[number]

/** The colours in which a thing can be had; the glyph's own where none is named. */
export const paints = [
  'red',
  'orange',
  'yellow',
  'green',
  'teal',
  'blue',
  'navy',
  'purple',
  'pink',
  'brown',
  'black',
  'grey',
  'white',
] as const
export type Paint = (typeof paints)[number]

/** Everything a drawn picture is made from; its `src` says it all, so nothing needs to be kept to draw it. */
export interface Recipe {
  icon: string
  arrangement: Arrangement
  style: GroundStyle
  ground: number
  paint?: Paint | undefined
}

const ROOT = 'drawn'
const shape = new RegExp(
  `^${ROOT}/([a-z0-9-]{1,60})/(${arrangements.join('|')})-(${groundStyles.join('|')})-(\\d{1,2})(?:-(${paints.join('|')}))?$`,
)

/** The picture of a recipe: its address without a size, and the ground's colour that stands in for it. */
export function drawnPicture(recipe: Recipe): Picture {
  const paint = recipe.paint ? `-${recipe.paint}` : ''
  return {
    src: `${ROOT}/${recipe.icon}/${recipe.arrangement}-${recipe.style}-${recipe.ground}${paint}`,
    tint: grounds[recipe.ground]![0],
  }
}

/**
 * Reads an address back; undefined when it is none that `drawnPicture` writes. Whether the glyph exists is not looked
 * at.
 */
export function readRecipe(src: string): Recipe | undefined {
  const match = shape.exec(src)
  if (!match || Number(match[4]) >= grounds.length || String(Number(match[4])) !== match[4]) return undefined
  return {
    icon: match[1]!,
    arrangement: match[2] as Arrangement,
    style: match[3] as GroundStyle,
    ground: Number(match[4]),
    paint: match[5] as Paint | undefined,
  }
}
