// A drawn signature: strokes of points on a field of whole numbers, as one text:
//
//   12,40 14,44 19,50;30,12 30,90
//
// Apart from the schemas, so that the page can draw and judge it.

/** The field on which a signature is drawn. */
export const STROKE_WIDTH = 600
export const STROKE_HEIGHT = 240

/** Most characters of a signature, and how long its lines must be together at least to be one. */
export const STROKES_MAX = 16_000
const LEAST_LENGTH = 120

/** Across and down. */
export type Point = readonly [number, number]
export type Stroke = readonly Point[]

/** Strokes as one text; what would be too long loses every second point until it fits. */
export function strokesText(strokes: readonly Stroke[]): string {
  const text = strokes
    .filter((stroke) => stroke.length > 0)
    .map((stroke) => stroke.map(([x, y]) => `${Math.round(x)},${Math.round(y)}`).join(' '))
    .join(';')
  if (text.length <= STROKES_MAX) return text
  const thinner = strokes.map((stroke) => stroke.filter((_, n) => n % 2 === 0 || n === stroke.length - 1))
  const fewer = thinner.every((stroke, n) => stroke.length === strokes[n]!.length)
  return strokesText(fewer ? strokes.slice(0, Math.floor((strokes.length * 3) / 4)) : thinner)
}

/** The strokes of a text; undefined when it is none. */
export function readStrokes(text: string): Stroke[] | undefined {
  if (text.length > STROKES_MAX || !/^\d{1,4},\d{1,4}(?:[ ;]\d{1,4},\d{1,4})*$/.test(text)) return undefined
  const strokes = text
    .split(';')
    .map((stroke) => stroke.split(' ').map((point): Point => point.split(',').map(Number) as [number, number]))
  const within = strokes.every((stroke) => stroke.every(([x, y]) => x <= STROKE_WIDTH && y <= STROKE_HEIGHT))
  return within ? strokes : undefined
}

/** Whether strokes are a signature: more than a slip of the finger. */
export function isSigned(strokes: readonly Stroke[]): boolean {
  let length = 0
  for (const stroke of strokes)
    for (let n = 1; n < stroke.length; n++) {
      const [[x, y], [fromX, fromY]] = [stroke[n]!, stroke[n - 1]!]
      length += Math.hypot(x - fromX, y - fromY)
    }
  return length >= LEAST_LENGTH
}

/** The strokes as the path of an SVG. */
export const strokesPath = (strokes: readonly Stroke[]): string =>
  strokes.map((stroke) => `M${stroke.map(([x, y]) => `${x} ${y}`).join('L')}`).join('')
