import { createHash } from 'node:crypto'
import sharp from 'sharp'

/**
 * A picture as a device would send it: WebP, of noise, so that it is large for its edge (px). Another number, another
 * picture.
 */
export async function testPicture(number: number, edge = 64): Promise<Buffer<ArrayBuffer>> {
  const pixels = Buffer.alloc(edge * edge * 3)
  let state = number * 2_654_435_761 + 1
  for (let i = 0; i < pixels.length; i++) {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    pixels[i] = state >> 16
  }
  const made = await sharp(pixels, { raw: { width: edge, height: edge, channels: 3 } })
    .webp({ quality: 90 })
    .toBuffer()
  return Buffer.from(new Uint8Array(made))
}

/** The id of a file. */
export const fileIdOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')
