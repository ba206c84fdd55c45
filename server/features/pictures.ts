import { join } from 'node:path'
import type { Context, Hono } from 'hono'
import sharp from 'sharp'
import { pictureWidths } from '#contract/pictures.ts'
import { readRecipe } from '../market/drawn-picture.ts'
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

/**
 * Serves /media/<src>/<width>.webp: drawn on first request, then kept under the data folder. An address
 * that no picture of ours has is a plain 404; only checked parts of it ever reach the file system.
 */
export function mountPictures(app: Hono, options: { dataDir: string | undefined }): void {
  const keep = options.dataDir === undefined ? undefined : keepIn(join(options.dataDir, 'pictures', `v${DRAWING}`))
  const jobs = jobQueue<Buffer>(AT_ONCE, WAITING)

  const serve = async (c: Context): Promise<Response> => {
    const [, src = '', width = ''] = address.exec(c.req.path) ?? []
    const recipe = readRecipe(src)
    const svg = recipe && drawSvg(recipe, Number(width))
    if (!svg) return c.text('There is no such picture.', 404)
    const name = `${src}-${width}.webp`
    const bytes = (await keep?.read(name)) ?? (await jobs(name, () => make(svg, keep, name)))
    if (!bytes) return c.text('Too many pictures are being made. Try again.', 503, { 'Retry-After': '2' })
    return c.body(new Uint8Array(bytes), 200, {
      'Content-Type': 'image/webp',
      'Cache-Control': 'public, max-age=31536000, immutable',
    })
  }
  app.get('/media/*', serve)
}
