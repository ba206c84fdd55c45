import { createHash } from 'node:crypto'
import sharp, { type Sharp } from 'sharp'
import { NotFetched } from './fetch.ts'

/** The side of a master (px). */
const SIDE = 1000
const LEAST = 100
/** More pixels than this are a bomb, not a photograph. */
const PIXELS_MAX = 50_000_000

const forms = ['jpeg', 'png', 'webp', 'gif', 'avif', 'heif']

/** A photograph as it is kept: a square WebP under the hash of its bytes, and the colour of its edge. */
export interface Master {
  name: string
  tint: string
  bytes: Buffer
}

/** Whether a file's first bytes are those of a format that is decoded. SVG is code, and is none of these. */
function isPhotograph(bytes: Buffer): boolean {
  const text = (from: number, to: number): string => bytes.toString('latin1', from, to)
  return (
    text(0, 3) === '\u00ff\u00d8\u00ff' ||
    text(0, 8) === '\u0089PNG\r\n\u001a\n' ||
    /^GIF8[79]a/.test(text(0, 6)) ||
    (text(0, 4) === 'RIFF' && text(8, 12) === 'WEBP') ||
    (text(4, 8) === 'ftyp' && /^avi[fs]/.test(text(8, 12)))
  )
}

/**
 * Makes the master of a photograph: its first frame, turned upright, without what its camera wrote, whole on white.
 *
 * @throws NotFetched when it is no photograph that can be shown
 */
export async function masterOf(bytes: Buffer): Promise<Master> {
  if (!isPhotograph(bytes)) throw new NotFetched('it is no photograph')
  const open = (): Sharp => sharp(bytes, { limitInputPixels: PIXELS_MAX, failOn: 'error', animated: false })
  try {
    const { format, width, height } = await open().metadata()
    if (!forms.includes(format)) throw new NotFetched('it is no photograph')
    if (Math.min(width, height) < LEAST) throw new NotFetched(`it is only ${width} × ${height}`)
    const side = Math.min(SIDE, Math.max(width, height))
    const made = await open()
      .autoOrient()
      .flatten({ background: '#fff' })
      .resize(side, side, { fit: 'contain', background: '#fff' })
      .webp({ quality: 82, effort: 4 })
      .toBuffer()
    return { name: createHash('sha256').update(made).digest('hex').slice(0, 40), tint: await edgeOf(made), bytes: made }
  } catch (error) {
    if (error instanceof NotFetched) throw error
    throw new NotFetched('it cannot be read')
  }
}

/** The mean colour of the outermost pixels: what stands in while a picture loads. */
async function edgeOf(master: Buffer): Promise<string> {
  const side = 16
  const { data } = await sharp(master).resize(side, side).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  const sum = [0, 0, 0]
  let count = 0
  for (let n = 0; n < side * side; n++) {
    const [x, y] = [n % side, Math.floor(n / side)]
    if (x > 0 && y > 0 && x < side - 1 && y < side - 1) continue
    count++
    for (const c of [0, 1, 2]) sum[c]! += data[n * 3 + c]!
  }
  return `#${sum
    .map((s) =>
      Math.round(s / count)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`
}
