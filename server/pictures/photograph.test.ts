import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Hono } from 'hono'
import sharp from 'sharp'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createPictures } from './serving/pictures.ts'
import { photographName, photographsIn, photographSrc } from './photograph.ts'

let dataDir: string
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'caravan-photographs-'))
})
afterEach(() => rm(dataDir, { recursive: true, force: true }))

const server = (): Hono => {
  const hono = new Hono()
  createPictures({
    dataDir,
    isNamed: async () => true,
    fileOf: async () => undefined,
    shownFiles: async () => new Set(),
    first: async () => [],
    fromOf: () => 'here',
  }).mount(hono)
  return hono
}

describe('a photograph', () => {
  it('has an address that names it and nothing else', () => {
    expect(photographName(photographSrc('eshop-1'))).toBe('eshop-1')
    for (const src of [
      'photo/',
      'photo/../x',
      'photo/a/b',
      'photo/A',
      'drawn/teapot/single-glow-0',
      `photo/${'a'.repeat(65)}`,
    ])
      expect(photographName(src)).toBeUndefined()
  })

  it('is made in each width, the demo market’s own and a fetched one alike, never larger than it is', async () => {
    await mkdir(photographsIn(dataDir))
    const fetched = sharp({ create: { width: 400, height: 400, channels: 3, background: '#123456' } })
    await writeFile(join(photographsIn(dataDir), 'abc.webp'), await fetched.webp().toBuffer())
    const app = server()
    for (const [name, asked, made] of [
      ['eshop-1', 160, 160],
      ['abc', 360, 360],
      ['abc', 720, 400],
    ] as const) {
      const answer = await app.request(`/media/photo/${name}/${asked}.webp`)
      expect(answer.headers.get('cache-control')).toContain('immutable')
      const picture = await sharp(Buffer.from(await answer.arrayBuffer())).metadata()
      expect(picture).toMatchObject({ format: 'webp', width: made, height: made })
    }
    expect((await app.request('/media/photo/no-such-photograph/160.webp')).status).toBe(404)
  })

  it('is credited where everybody can read it', async () => {
    const credits = await server().request('/media/credits.txt')
    expect(credits.headers.get('content-type')).toMatch(/^text\/plain/)
    expect(await credits.text()).toMatch(/^eshop-1 \| .*\| MIT \| dotnet\/eShop:/m)
  })
})
