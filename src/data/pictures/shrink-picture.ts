import { FILE_BYTES_MAX, PICTURE_EDGE } from '#contract/pictures/files.ts'

/**
 * How a picture is made smaller: its longer edge (px), and the square that is kept of it: the one in its middle, or one
 * that was chosen, in its own pixels.
 */
export interface Shape {
  edge?: number
  square?: boolean
  crop?: { left: number; top: number; side: number }
}

const QUALITIES = [0.82, 0.7, 0.55]

/**
 * A picture as it may leave the device: painted anew, upright and no larger than it need be, so that nothing of what a
 * camera wrote into it (where, when, by whom) goes along. Undefined when it is no picture that this browser can read.
 */
export async function shrinkPicture(
  file: Blob,
  { edge = PICTURE_EDGE, square = false, crop }: Shape = {},
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const bitmap = await createImageBitmap(file).catch(() => undefined)
  if (!bitmap) return undefined
  const least = Math.min(bitmap.width, bitmap.height)
  const side = crop?.side ?? (square ? least : undefined)
  const [width, height] = [side ?? bitmap.width, side ?? bitmap.height]
  const { left, top } = crop ?? { left: (bitmap.width - width) / 2, top: (bitmap.height - height) / 2 }
  const scale = Math.min(1, edge / Math.max(width, height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(width * scale))
  canvas.height = Math.max(1, Math.round(height * scale))
  const context = canvas.getContext('2d')
  if (!context) return undefined
  // Without this, transparent areas would turn black where the picture is kept as JPEG.
  context.fillStyle = '#fff'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.drawImage(bitmap, left, top, width, height, 0, 0, canvas.width, canvas.height)
  bitmap.close()
  for (const quality of QUALITIES) {
    const made = (await encoded(canvas, 'image/webp', quality)) ?? (await encoded(canvas, 'image/jpeg', quality))
    if (made && made.size <= FILE_BYTES_MAX) return new Uint8Array(await made.arrayBuffer())
  }
  return undefined
}

/** A canvas in that form; undefined when the browser cannot write it and would give PNG instead. */
const encoded = (canvas: HTMLCanvasElement, type: string, quality: number): Promise<Blob | undefined> =>
  new Promise((done) => {
    canvas.toBlob((blob) => done(blob?.type === type ? blob : undefined), type, quality)
  })
