import { readFileSync } from 'node:fs'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { makePicture } from './make-picture.ts'

interface Odd {
  file: string
  /** The verdict on the file by those who gave it. */
  expect: 'valid' | 'malformed' | 'either'
  /** The verdict on the file here. */
  ends: 'made' | 'refused'
  /** In base64. */
  bytes: string
}

const odd = readFileSync(new URL('../../tests/fixtures/odd-pictures.jsonl', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as Odd)

describe('a file that somebody sent', () => {
  it.each(odd)('$file ($expect) is $ends', async ({ ends, bytes }) => {
    const made = await makePicture(Buffer.from(bytes, 'base64'))
    expect(made === undefined ? 'refused' : 'made').toBe(ends)
    // Every oddity of the file is gone: one whole frame, as every browser shows it.
    if (made) {
      const { format, pages = 1, exif } = await sharp(made.bytes, { failOn: 'warning' }).metadata()
      expect({ format, pages, exif }).toEqual({ format: 'webp', pages: 1, exif: undefined })
      expect(made.tint).toMatch(/^#[0-9a-f]{6}$/)
    }
  })

  it('is refused where it is malformed, but for what lies outside of its first frame', () => {
    const kept = odd.filter((o) => o.expect === 'malformed' && o.ends === 'made').map((o) => o.file)
    // A wrong size of a later frame, and a wrong count of frames.
    expect(kept).toEqual(['decompression_bomb_extents.gif', 'syntax_num_frames_invalid.png'])
  })

  it.each([
    ['avif', 4200, 'refused'],
    ['png', 4200, 'made'],
    ['png', 5200, 'refused'],
    ['jpeg', 5200, 'made'],
  ] as const)('that is %s of %i pixels square is %s', async (format, edge, ends) => {
    const grey = { width: edge, height: edge, channels: 3, background: '#808080' } as const
    const bytes = await sharp({ create: grey }).toFormat(format, { effort: 1 }).toBuffer()
    expect((await makePicture(bytes)) === undefined ? 'refused' : 'made').toBe(ends)
  })
})
