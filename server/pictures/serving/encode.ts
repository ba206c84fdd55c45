import sharp from 'sharp'
import type { PictureForm } from '#contract/pictures/urls.ts'

// One picture at a time takes one thread and leaves nothing behind: memory stays flat however many are wanted.
sharp.cache(false)
sharp.concurrency(1)

/** The source of a picture: a drawing as SVG of its width, or the bytes of a photograph's master or a person's file. */
export type Original = string | Uint8Array

/** From this width on a picture is shown whole, below it as a square (px). */
const LARGE = 720

/** A picture as WebP, in some 20 ms, or as AVIF of the same look, in many times that (docs/decisions/pictures.md). */
export function encodePicture(original: Original, width: number, form: PictureForm): Promise<Buffer> {
  // A person's picture keeps its shape where it is shown large.
  const fit = width < LARGE ? 'cover' : 'inside'
  const picture =
    typeof original === 'string'
      ? sharp(Buffer.from(original))
      : sharp(original).resize(width, width, { fit, withoutEnlargement: true })
  return (
    form === 'webp' ? picture.webp({ quality: 82, effort: 3 }) : picture.avif({ quality: 50, effort: 3 })
  ).toBuffer()
}
