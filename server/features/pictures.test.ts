import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Hono } from 'hono'
import sharp from 'sharp'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { mountPictures } from './pictures.ts'
import { keepIn } from './pictures/keep.ts'
import { jobQueue } from './pictures/queue.ts'
import { repaint } from './pictures/repaint.ts'

let dataDir: string
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'caravan-pictures-'))
})
afterEach(() => rm(dataDir, { recursive: true, force: true }))

const app = (): Hono => {
  const hono = new Hono()
  mountPictures(hono, {
    dataDir,
    isNamed: async (src) => !src.includes('unnamed') && !src.includes('single-slant'),
    fromOf: (c) => c.req.header('From') ?? 'here',
  })
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
    // What is kept costs nothing.
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

  it('the disk keeps so many bytes; what was not used for longest goes', async () => {
    const keep = keepIn(join(dataDir, 'p'), undefined, 30)
    for (const name of ['a', 'b', 'c']) await keep.write(name, Buffer.alloc(10))
    await keep.read('a')
    await keep.write('d', Buffer.alloc(10))
    const there = await Promise.all(['a', 'b', 'c', 'd'].map(async (name) => (await keep.read(name)) !== undefined))
    expect(there).toEqual([true, false, true, true])
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
