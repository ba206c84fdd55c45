import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Context, Hono } from 'hono'
import { pictureForms, pictureWidths, type PictureForm } from '#contract/pictures/urls.ts'
import { CREDITS } from '../../seed/photographs.ts'
import { fileNameIn } from '../../files/claim-files.ts'
import type { Bounds } from '../../turns/bounds.ts'
import { createLimiter, type LimiterOptions } from '../../turns/limits.ts'
import { photographBytes, PHOTOGRAPHS_MAX } from '../photograph.ts'
import { createAhead, fileName, pictureOf, type Sized } from './ahead.ts'
import { encodePicture, type Original } from './encode.ts'
import { keepIn, type Keep } from './keep.ts'
import { isPictureSrc, originalOf } from './original.ts'
import { jobQueue } from './queue.ts'

/** Raised when the drawing or its encoding changes, so that pictures kept from before are made again. */
const DRAWING = 1
const AT_ONCE = 2
const WAITING = 400

const address = new RegExp(`^/media/(.+)/(${pictureWidths.join('|')})\\.(${pictureForms.join('|')})$`)

/** A picture never changes under its address; one that is about to be replaced by its AVIF is asked for again. */
const FINAL = 'public, max-age=31536000, immutable'
/** A person's picture may be taken away: browsers may keep it, shared caches may not. */
const FINAL_OF_FILE = 'private, max-age=31536000, immutable'
const FOR_NOW = 'no-cache'

async function make(original: Original, width: number, keep: Keep | undefined, name: string): Promise<Buffer> {
  const bytes = await encodePicture(original, width, 'webp')
  // A full disk costs speed, not pictures.
  await keep?.write(name, bytes).catch((error: unknown) => {
    console.error('A picture could not be kept:', error)
  })
  return bytes
}

/** Pictures of an address that have to be drawn, or are not there: a home page full, and then a few a second. */
const MISSES: LimiterOptions = { capacity: 600, refillPerSecond: 10, maxKeys: 50_000 }

/** Looks at whether a person's picture is still there, which the database is asked: a long list of reviews at once. */
const LOOKS: LimiterOptions = { capacity: 2_000, refillPerSecond: 50, maxKeys: 50_000 }

export interface PictureOptions {
  dataDir: string | undefined
  /** Whether the market names a picture: anything else that could be drawn is not. */
  isNamed(src: string): Promise<boolean>
  /** The picture that was made of a person's file. */
  fileOf(src: string): Promise<Uint8Array | undefined>
  /** Picks, from pictures of persons' files, those that are shown to somebody. */
  shownFiles(srcs: readonly string[]): Promise<ReadonlySet<string>>
  /** The pictures that visitors see first. */
  first(): Promise<Sized[]>
  /** The caller's address as it is limited. */
  fromOf(c: Context): string
  bounds?: Bounds
}

/** The market's pictures. */
export interface Pictures {
  /**
   * Serves /media/<src>/<width>.<form>: drawn, or made from its photograph, on first request, then kept under the data
   * folder. An address that no picture of ours has is a plain 404; only checked parts of it ever reach the file system.
   * /media/credits.txt says who the demo market's photographs are from.
   */
  mount(app: Hono): void
  /** Begins to make the pictures that visitors see first, as far as they are not there. */
  drawAhead(): Promise<void>
  /** Deletes what was kept of persons' pictures that are shown no more. */
  dropHidden(): Promise<void>
  close(): void
}

function answer(c: Context, bytes: Buffer, form: PictureForm, cacheControl: string): Response {
  const etag = `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`
  const headers = { 'Content-Type': `image/${form}`, 'Cache-Control': cacheControl, ETag: etag }
  return c.req.header('If-None-Match') === etag
    ? c.body(null, 304, headers)
    : c.body(new Uint8Array(bytes), 200, headers)
}

export function createPictures(options: PictureOptions): Pictures {
  const { dataDir, isNamed, shownFiles, first, fromOf, bounds } = options
  const keep = dataDir === undefined ? undefined : keepIn(join(dataDir, 'pictures', `v${DRAWING}`), bounds)
  if (dataDir !== undefined)
    bounds?.add({
      name: 'Photographs on disk',
      limit: PHOTOGRAPHS_MAX,
      unit: 'bytes',
      use: () => photographBytes(dataDir),
    })
  const jobs = jobQueue<Buffer>(AT_ONCE, WAITING, bounds, 'Pictures that wait to be drawn')
  const misses = createLimiter(MISSES, bounds, 'Addresses counted for pictures')
  const looks = createLimiter(LOOKS, bounds, "Addresses counted for persons' pictures")
  const tooMany = (c: Context, retryAfter: number): Response =>
    c.text('Too many pictures at once. Try again.', 429, { 'Retry-After': String(Math.ceil(retryAfter / 1000)) })
  // Without a folder to keep it in, an AVIF would be made for each who asks.
  const ahead = keep && createAhead({ keep, originalOf: (picture) => originalOf(picture, options), bounds })

  /** The WebP, kept or drawn now; else the answer that says why there is none. */
  const webpOf = async (c: Context, picture: Sized): Promise<Buffer | Response> => {
    const name = fileName(picture, 'webp')
    const kept = await keep?.read(name)
    if (kept) return kept
    const from = fromOf(c)
    const taken = misses.take(from, Date.now())
    if (!taken.ok) return tooMany(c, taken.retryAfter)
    const original = (await isNamed(picture.src)) ? await originalOf(picture, options) : undefined
    if (!original) return c.text('There is no such picture.', 404)
    const made = await jobs(name, () => make(original, picture.width, keep, name), from)
    return made ?? c.text('Too many pictures are being made. Try again.', 503, { 'Retry-After': '2' })
  }

  const serve = async (c: Context): Promise<Response> => {
    const [, src = '', width = '', form = ''] = address.exec(c.req.path) ?? []
    if (!isPictureSrc(src)) return c.text('There is no such picture.', 404)
    // Unlike any other it may go: then what was made of it is shown no more.
    if (fileNameIn(src) !== undefined) {
      const taken = looks.take(fromOf(c), Date.now())
      if (!taken.ok) return tooMany(c, taken.retryAfter)
      if (!(await shownFiles([src])).has(src)) return c.text('There is no such picture.', 404)
    }
    const final = fileNameIn(src) === undefined ? FINAL : FINAL_OF_FILE
    const picture = { src, width: Number(width) as Sized['width'] }
    const avif = form === 'avif' ? await keep?.read(fileName(picture, 'avif')) : undefined
    if (avif && avif.length > 0) return answer(c, avif, 'avif', final)
    const webp = await webpOf(c, picture)
    if (webp instanceof Response) return webp
    // At an address of WebP, where the AVIF is not smaller, and where none is ever made.
    if (form === 'webp' || avif || !ahead) return answer(c, webp, 'webp', final)
    ahead.make(picture, fromOf(c))
    return answer(c, webp, 'webp', FOR_NOW)
  }
  return {
    mount: (app) => {
      app.get('/media/credits.txt', async (c) => c.text(await readFile(CREDITS, 'utf8')))
      app.get('/media/*', serve)
    },
    async drawAhead() {
      if (!keep || !ahead) return
      for (const picture of await first())
        if (!(await keep.has(fileName(picture, 'avif')))) ahead.make(picture, 'first')
    },
    dropHidden: async () => keep && dropHidden(keep, shownFiles),
    close: () => ahead?.close(),
  }
}

/** The most pictures that are asked for at once. */
const ASKED = 500

async function dropHidden(keep: Keep, shownFiles: PictureOptions['shownFiles']): Promise<void> {
  const names = Map.groupBy(await keep.names(), (name) => pictureOf(name))
  const srcs = [...names.keys()].filter((src) => fileNameIn(src) !== undefined)
  for (let at = 0; at < srcs.length; at += ASKED) {
    const some = srcs.slice(at, at + ASKED)
    const shown = await shownFiles(some)
    for (const src of some) if (!shown.has(src)) await Promise.all(names.get(src)!.map((name) => keep.remove(name)))
  }
}
