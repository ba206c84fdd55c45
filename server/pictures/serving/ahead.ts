import type { PictureForm, pictureWidths } from '#contract/pictures/urls.ts'
import type { Bounds } from '../../turns/bounds.ts'
import type { Original } from './encode.ts'
import { createEncoder } from './encoder.ts'
import type { Keep } from './keep.ts'
import { jobQueue } from './queue.ts'

/**
 * The largest number of pictures that wait for their AVIF. One that finds no room is asked for again by the next caller
 * who wants it.
 */
const WAITING = 400
/** The pause in encoding after a picture that could not be encoded (ms). */
const REST = 600_000

/** A picture in one of its widths. */
export interface Sized {
  src: string
  width: (typeof pictureWidths)[number]
}

/** The name of a picture's file. */
export const fileName = ({ src, width }: Sized, form: PictureForm): string => `${src}-${width}.${form}`

/** The `src` of the picture in a file of that name, whole or being written. */
export const pictureOf = (name: string): string => name.replace(/-\d+\.\w+(\.[\w-]+\.part)?$/, '')

export interface AheadOptions {
  keep: Keep
  originalOf(picture: Sized): Promise<Original | undefined>
  bounds: Bounds | undefined
}

/** Makes what nobody waits for, one picture at a time. */
export interface Ahead {
  /**
   * Has a picture's AVIF made, and its WebP where that is missing. Where the AVIF is not smaller, an empty file is kept
   * in its place, so that it is not tried again. Those who ask take turns.
   */
  make(picture: Sized, who: string): void
  close(): void
}

export function createAhead({ keep, originalOf, bounds }: AheadOptions): Ahead {
  const jobs = jobQueue<void>(1, WAITING, bounds, 'Pictures that wait for their AVIF')
  const encoder = createEncoder()
  let restUntil = 0
  let closed = false
  const encodeBoth = async (picture: Sized): Promise<void> => {
    const original = await originalOf(picture)
    if (original === undefined || closed || performance.now() < restUntil) return
    // Another server of the same folder may have made it meanwhile.
    if (await keep.read(fileName(picture, 'avif'))) return
    const name = fileName(picture, 'webp')
    let webp = await keep.read(name)
    if (!webp) {
      webp = await encoder.encode(original, picture.width, 'webp')
      await keep.write(name, webp)
    }
    const avif = await encoder.encode(original, picture.width, 'avif')
    await keep.write(fileName(picture, 'avif'), avif.length < webp.length ? avif : Buffer.alloc(0))
  }
  const run = (picture: Sized): Promise<void> =>
    encodeBoth(picture).catch((error: unknown) => {
      if (closed) return
      restUntil = performance.now() + REST
      console.error(`The AVIF of ${picture.src} could not be made; no others for ten minutes:`, error)
    })
  return {
    make(picture, who) {
      void jobs(fileName(picture, 'avif'), () => run(picture), who)
    },
    close() {
      closed = true
      encoder.close()
    },
  }
}
