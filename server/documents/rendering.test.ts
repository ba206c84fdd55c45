import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import type { DocumentAnswer } from '#contract/document.ts'
import { openTestMarket } from '../../tests/support/market/market.ts'
import { plainAppearance } from '../../tests/support/market/plain-appearance.ts'
import { createBounds } from '../turns/bounds.ts'
import { readDocumentBuild } from './build.ts'
import { openRendering, type Rendering, type RenderingOptions } from './rendering.ts'
import type { RenderOrder } from './wire.ts'

// A build whose screens do what no screen should.
const SCREENS = `
  const all = []
  export const renderer = {
    async renderDocument({ address, currency }, source) {
      if (address === '/throws') throw new Error('a screen threw')
      if (address === '/loops') for (;;);
      if (address === '/dies') process.exit(3)
      if (address === '/eats') for (;;) all.push(new Array(100_000).fill(address))
      if (address === '/works') for (const until = Date.now() + 400; Date.now() < until; );
      const rows = address === '/asks' ? JSON.stringify(await source.ask('rows', { of: address })) : ''
      return { status: 200, screen: '/', dir: 'ltr', head: '', note: '', root: address + rows, data: undefined }
    },
  }`
const ADDRESSES = `export const addresses = { documentAt: (address) => ({ address, rendered: true }) }`
const INDEX = `<!doctype html><html><head><title>Shell</title><meta name="description" content="x">
  <script type="module" src="/assets/page-x.js"></script></head><body><div id="root"></div></body></html>`

let root: string
let rendering: Rendering | undefined
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'caravan-build-'))
  for (const folder of ['assets', 'server']) await mkdir(join(root, folder))
  await writeFile(join(root, 'index.html'), INDEX)
  await writeFile(join(root, 'server/document.js'), SCREENS)
  await writeFile(join(root, 'server/address.js'), ADDRESSES)
  await writeFile(join(root, 'server/files.json'), '{}')
  await writeFile(join(root, 'package.json'), '{ "type": "module" }')
})
afterEach(async () => {
  vi.restoreAllMocks()
  await rendering?.close()
})
afterAll(() => rm(root, { recursive: true, force: true }))

const open = (options: Partial<RenderingOptions> = {}): Rendering =>
  (rendering = openRendering({ build: readDocumentBuild(root)!, origin: undefined, ...options }))
const order = (address: string): RenderOrder => ({
  of: { address, rendered: true, language: 'en', currency: 'USD', market: 'Caravan', appearance: plainAppearance },
  encoding: undefined,
  at: 0,
})
const nothing = async (): Promise<DocumentAnswer> => ({ kind: 'accepted', data: null })
/** The document's text; undefined where there is none. */
async function made(address: string, ask = nothing, who = ''): Promise<string | undefined> {
  const page = await rendering!.make(order(address), ask, who)
  if (typeof page === 'string') throw new Error('a document is bytes')
  return page && new TextDecoder().decode(page.body)
}
const rest = { first: 50, most: 50 }

describe('the thread that renders documents', () => {
  it('renders from what it is answered', async () => {
    open()
    const asked = vi.fn<typeof nothing>(async () => ({ kind: 'accepted', data: { price: 7 } }))
    expect(await made('/asks', asked)).toContain('/asks{"kind":"accepted","data":{"price":7}}')
    expect(asked).toHaveBeenCalledWith('rows', { of: '/asks' })
  })

  it('holds up nothing else', async () => {
    open()
    await made('/')
    const screen = made('/works')
    const tick = new Promise((done) => {
      setTimeout(done, 1, 'a tick')
    })
    expect(await Promise.race([screen, tick])).toBe('a tick')
    expect(await screen).toContain('/works')
  })

  it('goes on after a screen, or a read, that threw', async () => {
    open()
    await expect(made('/throws')).rejects.toThrow('a screen threw')
    await expect(made('/asks', () => Promise.reject(new Error('no rows today')))).rejects.toThrow('no rows today')
    expect(await made('/next')).toContain('/next')
  })

  it.each(['/loops', '/dies', '/eats'])('begins again after it has died over %s, a little later', async (address) => {
    open({ late: 2_000, memory: 32, rest: { first: 200, most: 200 } })
    await expect(made(address)).rejects.toThrow(/ended|memory/)
    // Requests in the meantime get the shell at once.
    expect(await made('/next')).toBeUndefined()
    await expect.poll(() => made('/next')).toContain('/next')
  })

  it('lets only so many wait, and of those who ask for much the last is sent away', async () => {
    const bounds = createBounds()
    open({ bounds, rest })
    const asked = Promise.withResolvers<DocumentAnswer>()
    const all = [made('/asks', () => asked.promise, 'much')]
    for (let n = 0; n < 100; n++) all.push(made(`/${n}`, nothing, 'much'))
    all.push(made('/other', nothing, 'other'))
    const waiting = bounds.all().find(({ name }) => name === 'Documents that wait to be rendered')!
    expect([waiting.use(), waiting.limit]).toEqual([64, 64])
    asked.resolve({ kind: 'accepted', data: null })
    const answers = await Promise.all(all)
    expect(answers.filter((text) => text === undefined)).toHaveLength(100 + 2 - 1 - 64)
    expect(answers.at(-1)).toContain('/other')
    const memory = bounds.all().find(({ name }) => name.startsWith('Memory'))!
    expect(await memory.use()).toBeGreaterThan(1_000_000)
  })

  it('leaves nobody waiting when it is closed', async () => {
    open()
    const both = Promise.allSettled([made('/asks', () => new Promise(() => undefined)), made('/next')])
    await rendering!.close()
    expect(await both).toMatchObject([{ status: 'rejected' }, { status: 'fulfilled', value: undefined }])
  })
})

it('a screen that threw is answered with the shell, and the log says so', async () => {
  const errors = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const market = await openTestMarket({ page: root })
  try {
    const get = async (path: string): Promise<string> =>
      (await market.fetch(new Request(`http://market${path}`))).text()
    expect(await get('/fine')).toContain('<div id="root">/fine</div>')
    expect(await get('/throws')).toContain('<title>Shell</title>')
    expect(errors.mock.calls.flat().join(' ')).toMatch(/document of \/throws was not rendered.*a screen threw/)
    expect(await get('/fine')).toContain('<div id="root">/fine</div>')
  } finally {
    await market.close()
  }
})
