import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { Hono } from 'hono'
import sharp from 'sharp'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createBounds, type Bounds } from '../../turns/bounds.ts'
import { arrangements, grounds, groundStyles } from '../recipe.ts'
import { createPictures, type Pictures } from './pictures.ts'
import type { Sized } from './ahead.ts'
import { jobQueue } from './queue.ts'
import { repaint } from '../repaint.ts'

let dataDir: string
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'caravan-pictures-'))
})
let open: Pictures[] = []
afterEach(async () => {
  for (const pictures of open) pictures.close()
  open = []
  await rm(dataDir, { recursive: true, force: true })
})

/** Pictures of a market that names almost everything. */
function pictures({ bounds, first = [] }: { bounds?: Bounds; first?: Sized[] } = {}): Pictures {
  const made = createPictures({
    dataDir,
    fileOf: async () => undefined,
    shownFiles: async () => new Set(),
    isNamed: async (src) => !src.includes('unnamed') && !src.includes('single-slant'),
    first: async () => first,
    fromOf: (c) => c.req.header('From') ?? 'here',
    ...(bounds && { bounds }),
  })
  open.push(made)
  return made
}
function app(of = pictures()): Hono {
  const hono = new Hono()
  of.mount(hono)
  return hono
}
const kept = async (): Promise<string[]> =>
  (await readdir(dataDir, { recursive: true })).filter((f) => /\.\w+$/.test(f)).toSorted()

describe('/media', () => {
  it('makes a picture in its width, keeps it, and gives the kept one again', async () => {
    const server = app()
    const first = await server.request('/media/drawn/teapot/pair-glow-3-blue/360.webp')
    expect(first.status).toBe(200)
    expect(first.headers.get('content-type')).toBe('image/webp')
    expect(first.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    const bytes = Buffer.from(await first.arrayBuffer())
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'webp', width: 360, height: 360 })
    expect(await kept()).toEqual(['pictures/v1/drawn/teapot/pair-glow-3-blue-360.webp'])
    const again = await app().request('/media/drawn/teapot/pair-glow-3-blue/360.webp')
    expect(Buffer.from(await again.arrayBuffer()).equals(bytes)).toBe(true)
  })

  it('makes one picture for many that ask at once', async () => {
    const server = app()
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => server.request('/media/drawn/rose/single-disc-0/160.webp')),
    )
    expect(answers.map((a) => a.status)).toEqual(Array.from({ length: 20 }, () => 200))
    expect(await kept()).toEqual(['pictures/v1/drawn/rose/single-disc-0-160.webp'])
  })

  it.each([
    '/media/drawn/no-such-thing/single-glow-0/160.webp',
    '/media/drawn/teapot/single-glow-12/160.webp',
    '/media/drawn/teapot/single-glow-01/160.webp',
    '/media/drawn/teapot/single-glow-0-mauve/160.webp',
    '/media/drawn/teapot/single-glow-0/161.webp',
    '/media/drawn/teapot/single-glow-0/160.png',
    '/media/drawn/../../etc/passwd/160.webp',
    '/media/drawn/%2e%2e%2f%2e%2e%2fetc/single-glow-0/160.webp',
    '/media/drawn/teapot/..%2fsingle-glow-0/160.webp',
    '/media/drawn/teapot%00/single-glow-0/160.webp',
    '/media/%5c..%5cdrawn/teapot/single-glow-0/160.webp',
    '/media/',
    '/media/constructor/160.webp',
  ])('knows nothing at %s', async (path) => {
    const answer = await app().request(path)
    expect(answer.status).toBe(404)
    expect(await kept()).toEqual([])
  })
})

const bytesOf = async (answer: Response): Promise<Buffer> => Buffer.from(await answer.arrayBuffer())
const fileOf = (name: string): string => join(dataDir, 'pictures/v1/drawn', name)
/** Waits until an AVIF is made, or known not to be worth it. */
const made = (...names: string[]): Promise<void> =>
  expect.poll(async () => (await kept()).map((file) => basename(file))).toEqual(expect.arrayContaining(names))

describe('an address of AVIF', () => {
  const crate = '/media/drawn/teapot/crate-glow-3-blue/360'

  it('is answered with the WebP for now, and with a smaller AVIF for ever once it is made', async () => {
    const server = app()
    const first = await server.request(`${crate}.avif`)
    expect(first.status).toBe(200)
    expect(Object.fromEntries(first.headers)).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'no-cache',
      etag: expect.stringMatching(/^"[\w-]{22}"$/) as string,
    })
    const webp = await bytesOf(first)
    expect(await sharp(webp).metadata()).toMatchObject({ format: 'webp' })

    await made('crate-glow-3-blue-360.avif')
    const second = await server.request(`${crate}.avif`, { headers: { 'If-None-Match': first.headers.get('etag')! } })
    expect(second.status).toBe(200)
    expect(second.headers.get('content-type')).toBe('image/avif')
    expect(second.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    const avif = await bytesOf(second)
    expect(await sharp(avif).metadata()).toMatchObject({ format: 'heif', compression: 'av1', width: 360, height: 360 })
    expect(avif.length).toBeLessThan(webp.length)
    // Another market over the same folder has it at once; who asks for WebP has WebP.
    expect((await bytesOf(await app().request(`${crate}.avif`))).equals(avif)).toBe(true)
    const plain = await server.request(`${crate}.webp`)
    expect(plain.headers.get('content-type')).toBe('image/webp')
    expect((await bytesOf(plain)).equals(webp)).toBe(true)
  })

  it('says by its ETag that nothing has changed, and to HEAD what GET would say', async () => {
    const server = app()
    for (const form of ['webp', 'avif']) {
      const whole = await server.request(`${crate}.${form}`)
      if (form === 'avif') await made('crate-glow-3-blue-360.avif')
      const final = await server.request(`${crate}.${form}`)
      const etag = final.headers.get('etag')!
      expect(etag === whole.headers.get('etag')).toBe(form === 'webp')
      const same = await server.request(`${crate}.${form}`, { headers: { 'If-None-Match': etag } })
      expect([same.status, await same.text(), same.headers.get('etag')]).toEqual([304, '', etag])
      const head = await server.request(`${crate}.${form}`, { method: 'HEAD' })
      expect([head.status, await head.text(), head.headers.get('content-type'), head.headers.get('etag')]).toEqual([
        200,
        '',
        `image/${form}`,
        etag,
      ])
    }
  })

  it('stays WebP where an AVIF is not smaller, which is found out once', async () => {
    const path = '/media/drawn/teapot/crate-slant-3/160.avif'
    const server = app()
    const webp = await bytesOf(await server.request(path))
    await made('crate-slant-3-160.avif')
    const { size, mtimeMs } = await stat(fileOf('teapot/crate-slant-3-160.avif'))
    expect(size).toBe(0)
    for (const asked of [server, app()]) {
      const answer = await asked.request(path)
      expect(answer.headers.get('content-type')).toBe('image/webp')
      expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
      expect((await bytesOf(answer)).equals(webp)).toBe(true)
    }
    // Another picture, asked for afterwards, is made: this one would have been by now.
    await server.request(`${crate}.avif`)
    await made('crate-glow-3-blue-360.avif')
    expect((await stat(fileOf('teapot/crate-slant-3-160.avif'))).mtimeMs).toBe(mtimeMs)
  })

  it('of what the market does not name is nothing, and makes nothing', async () => {
    const bounds = createBounds()
    const server = app(pictures({ bounds }))
    expect((await server.request('/media/drawn/rose/single-slant-1/160.avif')).status).toBe(404)
    expect((await server.request('/media/drawn/no-such-thing/single-glow-0/160.avif')).status).toBe(404)
    expect(await kept()).toEqual([])
    expect(
      bounds
        .all()
        .find((bound) => bound.name === 'Pictures that wait for their AVIF')!
        .use(),
    ).toBe(0)
  })
})

describe('drawing ahead', () => {
  it('makes both forms of what visitors see first, and no second time', async () => {
    const of = pictures({ first: [{ src: 'drawn/rose/pair-disc-1', width: 160 }] })
    await of.drawAhead()
    await made('pair-disc-1-160.avif', 'pair-disc-1-160.webp')
    const before = await stat(fileOf('rose/pair-disc-1-160.avif'))
    const again = pictures({
      first: [
        { src: 'drawn/rose/pair-disc-1', width: 160 },
        { src: 'drawn/rose/pair-disc-2', width: 160 },
      ],
    })
    await again.drawAhead()
    await made('pair-disc-2-160.avif')
    expect((await stat(fileOf('rose/pair-disc-1-160.avif'))).mtimeMs).toBe(before.mtimeMs)
  })

  it('lets only so many wait, and takes turns with those who ask', async () => {
    const bounds = createBounds()
    const first = groundStyles.flatMap((style) =>
      grounds.flatMap((_, ground) =>
        arrangements.map((as): Sized => ({ src: `drawn/rose/${as}-${style}-${ground}`, width: 160 })),
      ),
    )
    const of = pictures({ bounds, first })
    await of.drawAhead()
    const waiting = bounds.all().find((bound) => bound.name === 'Pictures that wait for their AVIF')!
    expect(waiting.use()).toBe(waiting.limit)
    const server = app(of)
    await server.request('/media/drawn/teapot/crate-slant-3/160.avif')
    await made('crate-slant-3-160.avif')
    expect(waiting.use()).toBeGreaterThan(300)
  })
})

describe('strangers', () => {
  it('have nothing drawn that the market does not name, and only so much of what it does', async () => {
    const server = app()
    const ask = (path: string, from: string) => server.request(path, { headers: { From: from } })
    expect((await ask('/media/drawn/rose/single-slant-1/160.webp', 'one')).status).toBe(404)
    const statuses = new Set<number>()
    for (let i = 0; i < 700; i++) statuses.add((await ask('/media/drawn/rose/single-slant-2/160.webp', 'one')).status)
    expect([...statuses]).toEqual([404, 429])
    expect(await kept()).toEqual([])
    expect((await ask('/media/drawn/rose/single-disc-0/160.webp', 'another')).status).toBe(200)
    // A picture that is kept already costs nothing.
    expect((await ask('/media/drawn/rose/single-disc-0/160.webp', 'one')).status).toBe(200)
  })

  it('who want many pictures hold nobody else up', async () => {
    const jobs = jobQueue<number>(1, 10)
    const gate = Promise.withResolvers<number>()
    const flood = Array.from({ length: 50 }, (_, i) => jobs(`flood ${i}`, () => gate.promise, 'one'))
    const honest = jobs('wanted', async () => 7, 'another')
    gate.resolve(1)
    expect(await honest).toBe(7)
    expect((await Promise.all(flood)).filter((n) => n === undefined).length).toBeGreaterThan(35)
  })
})

describe('jobQueue', () => {
  it('runs so many at once, lets so many wait, refuses the rest', async () => {
    const jobs = jobQueue<number>(1, 1)
    const gate = Promise.withResolvers<number>()
    const order: string[] = []
    const first = jobs('a', () => {
      order.push('a')
      return gate.promise
    })
    const second = jobs('b', async () => {
      order.push('b')
      return 2
    })
    expect(jobs('a', async () => 9)).toBe(first)
    expect(await jobs('c', async () => 3)).toBeUndefined()
    gate.resolve(1)
    expect([await first, await second]).toEqual([1, 2])
    expect(order).toEqual(['a', 'b'])
    expect(await jobs('c', async () => 3)).toBe(3)
  })

  it('goes on after a job that failed', async () => {
    const jobs = jobQueue<number>(1, 5)
    const failing = jobs('a', () => Promise.reject(new Error('no')))
    const next = jobs('b', async () => 2)
    await expect(failing).rejects.toThrow('no')
    expect(await next).toBe(2)
  })
})

describe('repaint', () => {
  it('moves the main tone and what is near it, and leaves the rest', () => {
    const painted = repaint('<path fill="#86d72f"/><path fill="#44911b"/><path fill="#ffffff"/>', 'red')
    const [main, shade, white] = [...painted.matchAll(/#[0-9a-f]{6}/g)].map(([hex]) => hex)
    const channels = (hex: string): number[] => [1, 3, 5].map((i) => Number.parseInt(hex.slice(i, i + 2), 16))
    for (const hex of [main!, shade!]) {
      const [r, g, b] = channels(hex)
      expect(r).toBeGreaterThan(2 * Math.max(g!, b!))
    }
    expect(channels(shade!)[0]).toBeLessThan(channels(main!)[0]!)
    expect(white).toBe('#ffffff')
  })
})
