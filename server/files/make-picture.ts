import sharp, { type Sharp } from 'sharp'
import { PICTURE_EDGE } from '#contract/pictures/files.ts'

/**
 * The most pixels of a picture; more are a bomb. JPEG is decoded smaller than it is, AVIF whole at some 18 bytes a
 * pixel, the others at four.
 */
const PIXELS_MAX = { jpeg: 50_000_000, avif: 16_000_000, other: 25_000_000 }

/** How a file may be decoded, by its first bytes; undefined for all others. SVG is code, and is none of these. */
function kindOf(bytes: Buffer): keyof typeof PIXELS_MAX | undefined {
  const text = (from: number, to: number): string => bytes.toString('latin1', from, to)
  if (text(0, 3) === '\u00ff\u00d8\u00ff') return 'jpeg'
  if (text(4, 8) === 'ftyp' && /^avi[fs]/.test(text(8, 12))) return 'avif'
  const isOther =
    text(0, 8) === '\u0089PNG\r\n\u001a\n' ||
    /^GIF8[79]a/.test(text(0, 6)) ||
    (text(0, 4) === 'RIFF' && text(8, 12) === 'WEBP')
  return isOther ? 'other' : undefined
}

/** A picture as the server keeps it: WebP, and its mean colour. */
export interface KeptPicture {
  bytes: Buffer
  tint: string
}

/**
 * Makes a picture anew from what somebody sent: its first frame, upright, no larger than it need be, without anything
 * that a camera wrote. Undefined when it is no picture, or not a whole one.
 */
export async function makePicture(bytes: Buffer): Promise<KeptPicture | undefined> {
  const kind = kindOf(bytes)
  if (!kind) return undefined
  const open = (): Sharp => sharp(bytes, { limitInputPixels: PIXELS_MAX[kind], failOn: 'warning', animated: false })
  try {
    const made = await open()
      .autoOrient()
      .resize(PICTURE_EDGE, PICTURE_EDGE, { fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 82, effort: 3 })
      .toBuffer()
    return { bytes: made, tint: await meanOf(made) }
  } catch (error) {
    // For any fault of a picture, sharp throws a plain Error; the kinds of fault are not told apart.
    if (error instanceof Error) return undefined
    throw error
  }
}

async function meanOf(picture: Buffer): Promise<string> {
  const { data } = await sharp(picture)
    .flatten({ background: '#fff' })
    .resize(1, 1, { fit: 'fill' })
    .toColourspace('srgb')
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const channel = (n: number): string => (data[Math.min(n, data.length - 1)] ?? 255).toString(16).padStart(2, '0')
  return `#${channel(0)}${channel(1)}${channel(2)}`
}
