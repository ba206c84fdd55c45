import type { PictureForm } from '#contract/pictures/urls.ts'
import { createHelper } from '../../files/helper.ts'
import type { Original } from './encode.ts'

/** A picture to encode. */
export interface EncodeOrder {
  original: Original
  width: number
  form: PictureForm
}

/** Encodes pictures in a process of their own, one after another. */
export interface Encoder {
  /** @throws when the picture cannot be encoded, or the process ends over it */
  encode(original: Original, width: number, form: PictureForm): Promise<Buffer>
  close(): void
}

/** Makes an encoder. Its process is started when there is something to encode. */
export function createEncoder(): Encoder {
  const { ask, close } = createHelper<EncodeOrder, Uint8Array>(new URL('encoder-process.ts', import.meta.url))
  return {
    encode: async (original, width, form) => Buffer.from(await ask({ original, width, form })),
    close,
  }
}
