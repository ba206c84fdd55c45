import { join } from 'node:path'
import type { Context, Hono } from 'hono'
import sharp from 'sharp'
import { pictureWidths } from '#contract/rules/pictures.ts'
import type { Bounds } from '../http/bounds.ts'
import { createLimiter, type LimiterOptions } from '../http/limits.ts'
import { readRecipe } from '../pictures/recipe.ts'
import { drawSvg } from './pictures/draw.ts'
import { keepIn, type Keep } from './pictures/keep.ts'
import { jobQueue } from './pictures/queue.ts'

/** Raised when the drawing changes, so that pictures kept from before are made again. */
const DRAWING = 1
const AT_ONCE = 2
const WAITING = 400

const address = new RegExp(`^/media/(.+)/(${pictureWidths.join('|')})\\.webp$`)

// One picture at a time takes one thread and leaves nothing behind: memory stays flat however many are wanted.
sharp.cache(false)
sharp.concurrency(1)

async function make(svg: string, keep: Keep | undefined, name: string): Promise<Buffer> {
  const bytes = await sharp(Buffer.from(svg)).webp({ quality: 82, effort: 3 }).toBuffer()
  // A full disk costs speed, not pictures.
  await keep?.write(name, bytes).catch((error: unknown) => {
    console.error('A picture could not be kept:', error)
  })
  return bytes
}

/** Pictures of an address that have to be drawn, or are not there: a home page full, and then a few a second. */
const MISSES: LimiterOptions = { capacity: 600, refillPerSecond: 10, maxKeys: 50_000 }

export interface PictureOptions {
  dataDir: string | undefined
  /** Whether the market names a picture: anything else that could be drawn is not. */
  isNamed(src: string): Promise<boolean>
  /** The caller's address as it is limited. */
  fromOf(c: Context): string
  bounds?: Bounds
}

/**
 * Serves /media/<src>/<width>.webp: drawn on first request, then kept under the data folder. An address
 * that no picture of ours has is a plain 404; only checked parts of it ever reach the file system.
 */
export function mountPictures(app: Hono, options: PictureOptions): void {
  const { dataDir, isNamed, fromOf, bounds } = options
  const keep = dataDir === undefined ? undefined : keepIn(join(dataDir, 'pictures', `v${DRAWING}`), bounds)
  const jobs = jobQueue<Buffer>(AT_ONCE, WAITING, bounds)
  const misses = createLimiter(MISSES, bounds, 'Addresses counted for pictures')

  const serve = async (c: Context): Promise<Response> => {
    const [, src = '', width = ''] = address.exec(c.req.path) ?? []
    const recipe = readRecipe(src)
    if (!recipe) return c.text('There is no such picture.', 404)
    const name = `${src}-${width}.webp`
    let bytes = await keep?.read(name)
    if (!bytes) {
      const from = fromOf(c)
      const taken = misses.take(from, Date.now())
      if (!taken.ok)
        return c.text('Too many pictures at once. Try again.', 429, {
          'Retry-After': String(Math.ceil(taken.retryAfter / 1000)),
        })
      const svg = (await isNamed(src)) ? drawSvg(recipe, Number(width)) : undefined
      if (!svg) return c.text('There is no such picture.', 404)
      bytes = await jobs(name, () => make(svg, keep, name), from)
    }
    if (!bytes) return c.text('Too many pictures are being made. Try again.', 503, { 'Retry-After': '2' })
    return c.body(new Uint8Array(bytes), 200, {
      'Content-Type': 'image/webp',
      'Cache-Control': 'public, max-age=31536000, immutable',
    })
  }
  app.get('/media/*', serve)
}
