/** Why a picture of a document would not be accepted. */
export type PictureFault = 'small' | 'dark' | 'blurred'

/** The least lengths of the shorter and the longer edge at which letters can be read (px). */
const SHORT_EDGE = 600
const LONG_EDGE = 900
/** The length of the longer edge at which a picture is judged (px), so that all cameras are judged alike. */
const LOOKED_AT = 800
/** Below these a picture is unsharp, or nearly black. */
const SHARP = 60
const BRIGHT = 35

/** A picture in grey, 0 to 255, row by row. */
export interface Grey {
  width: number
  height: number
  values: Uint8Array | Uint8ClampedArray
}

/** How much neighbouring points differ: the variance of the Laplacian. Unsharp pictures have little of it. */
export function sharpness({ width, height, values }: Grey): number {
  let [sum, squares, count] = [0, 0, 0]
  for (let y = 1; y < height - 1; y++)
    for (let x = 1; x < width - 1; x++) {
      const at = y * width + x
      const edge = values[at - 1]! + values[at + 1]! + values[at - width]! + values[at + width]! - 4 * values[at]!
      sum += edge
      squares += edge * edge
      count++
    }
  if (count === 0) return 0
  const mean = sum / count
  return squares / count - mean * mean
}

/** The fault of a picture of this size with these grey values; undefined for none. */
export function faultOf(size: { width: number; height: number }, grey: Grey): PictureFault | undefined {
  const [short, long] = [Math.min(size.width, size.height), Math.max(size.width, size.height)]
  if (short < SHORT_EDGE || long < LONG_EDGE) return 'small'
  let light = 0
  for (const value of grey.values) light += value
  if (light / grey.values.length < BRIGHT) return 'dark'
  return sharpness(grey) < SHARP ? 'blurred' : undefined
}

/** Checks a picture as it was chosen. Undefined if it has no fault, or if this browser cannot read it. */
export async function checkPicture(file: Blob): Promise<PictureFault | undefined> {
  const bitmap = await createImageBitmap(file).catch(() => undefined)
  if (!bitmap) return undefined
  const size = { width: bitmap.width, height: bitmap.height }
  const scale = Math.min(1, LOOKED_AT / Math.max(size.width, size.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(size.width * scale))
  canvas.height = Math.max(1, Math.round(size.height * scale))
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (!context) return undefined
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
  bitmap.close()
  const { data } = context.getImageData(0, 0, canvas.width, canvas.height)
  const values = new Uint8Array(data.length / 4)
  for (let n = 0; n < values.length; n++)
    values[n] = Math.round(0.299 * data[n * 4]! + 0.587 * data[n * 4 + 1]! + 0.114 * data[n * 4 + 2]!)
  return faultOf(size, { width: canvas.width, height: canvas.height, values })
}
