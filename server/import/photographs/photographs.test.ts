import { once } from 'node:events'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ImportSetting, line } from '../../../tests/support/catalogue/import-setting.ts'
import { photographsIn } from '../../pictures/photograph.ts'
import { bringPhotographs } from './bring.ts'
import { fetchPhotograph, type Internet } from './fetch.ts'
import { masterOf } from './master.ts'
import { isPublicAddress } from './safe-address.ts'

const photograph = (background: string, width = 400, height = 300): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background } })
    .jpeg()
    .toBuffer()

// A host of the internet that is this machine: `resolve` and `allows` are the test's own.
let host: Server
let asked: string[] = []
let base: string
const answers = new Map<string, { status: number; headers?: Record<string, string>; body?: Buffer; hang?: boolean }>()
beforeAll(async () => {
  host = createServer((request, response) => {
    asked.push(`${request.headers.host} ${request.url}`)
    const answer = answers.get(request.url!) ?? { status: 404 }
    if (answer.hang) return
    response.writeHead(answer.status, answer.headers).end(answer.body)
  }).listen(0, '127.0.0.1')
  await once(host, 'listening')
  base = `http://photos.example:${(host.address() as AddressInfo).port}`
})
afterAll(() => {
  host.closeAllConnections()
  host.close()
})
beforeEach(() => {
  asked = []
  answers.clear()
})

const here: Internet = { resolve: async () => ['127.0.0.1'], allows: (address) => address === '127.0.0.1' }

describe('an address', () => {
  it.each(['93.184.216.34', '8.8.8.8', '2606:2800:220:1:248:1893:25c8:1946'])('%s is public', (address) => {
    expect(isPublicAddress(address)).toBe(true)
  })
  it.each([
    '127.0.0.1',
    '127.255.0.9',
    '0.0.0.0',
    '10.1.2.3',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '100.127.255.255',
    '192.0.0.8',
    '192.0.2.1',
    '198.18.0.1',
    '198.51.100.7',
    '203.0.113.7',
    '224.0.0.1',
    '239.255.255.250',
    '255.255.255.255',
    '::',
    '::1',
    '::ffff:127.0.0.1',
    '::ffff:7f00:1',
    '::ffff:8.8.8.8',
    '::8.8.8.8',
    '64:ff9b::7f00:1',
    '64:ff9b:1::1',
    'fc00::1',
    'fd12::1',
    'fe80::1',
    'fe80::1%eth0',
    'fec0::1',
    'ff02::1',
    '2001::1',
    '2001:db8::1',
    '2002:7f00:1::',
    '100::1',
    'localhost',
    '',
  ])('%s is not', (address) => {
    expect(isPublicAddress(address)).toBe(false)
  })
})

describe('a fetch', () => {
  it('follows redirects, and speaks to the address that was checked, whatever the name is by then', async () => {
    answers.set('/a', { status: 302, headers: { Location: `${base}/b` } })
    answers.set('/b', { status: 200, body: Buffer.from('bytes') })
    let asks = 0
    const rebinding: Internet = { ...here, resolve: async () => [asks++ < 2 ? '127.0.0.1' : '10.0.0.1'] }
    expect((await fetchPhotograph(`${base}/a`, rebinding)).toString()).toBe('bytes')
    expect(asks).toBe(2)
    await expect(fetchPhotograph(`${base}/b`, rebinding)).rejects.toThrow(
      'photos.example is not on the public internet',
    )
  })

  it.each([
    ['http://127.0.0.1/x', 'not on the public internet'],
    ['http://0x7f.1/x', 'not on the public internet'],
    ['http://[::ffff:10.0.0.1]/x', 'not on the public internet'],
    ['http://169.254.169.254/latest/meta-data', 'not on the public internet'],
    ['file:///etc/passwd', 'file: is not fetched'],
    ['http://user:secret@photos.example/', 'holds a password'],
    ['nonsense', 'no address'],
  ])('of %s is refused: %s', async (address, reason) => {
    await expect(fetchPhotograph(address)).rejects.toThrow(reason)
  })

  it('is refused where one of a host’s addresses is inside, and where a redirect leads inside', async () => {
    const inside: Internet = {
      resolve: async (name) => (name === 'inside.example' ? ['10.0.0.1'] : ['127.0.0.1']),
      allows: here.allows,
    }
    answers.set('/in', { status: 301, headers: { Location: 'http://inside.example/' } })
    await expect(fetchPhotograph(`${base}/in`, inside)).rejects.toThrow('inside.example is not on the public internet')
    const mixed: Internet = { ...here, resolve: async () => ['127.0.0.1', '10.0.0.1'] }
    await expect(fetchPhotograph(`${base}/in`, mixed)).rejects.toThrow('photos.example is not on')
    expect(asked).toHaveLength(1)
  })

  it('ends after five redirects, thirty seconds and ten megabytes, whatever the answer says of its length', async () => {
    answers.set('/loop', { status: 302, headers: { Location: '/loop' } })
    await expect(fetchPhotograph(`${base}/loop`, here)).rejects.toThrow('leads on more than 5 times')
    expect(asked).toHaveLength(6)
    answers.set('/slow', { status: 200, hang: true })
    await expect(fetchPhotograph(`${base}/slow`, here, 50)).rejects.toThrow('took longer')
    answers.set('/large', { status: 200, body: Buffer.alloc(11 * 1024 * 1024) })
    await expect(fetchPhotograph(`${base}/large`, here)).rejects.toThrow('larger than 10 MB')
    answers.set('/drops', {
      status: 200,
      headers: { 'Transfer-Encoding': 'chunked' },
      body: Buffer.alloc(11 * 1024 * 1024),
    })
    await expect(fetchPhotograph(`${base}/drops`, here)).rejects.toThrow('larger than 10 MB')
  })
})

describe('a master', () => {
  it('is square, on white, without what the camera wrote, under the hash of its bytes', async () => {
    const bytes = await sharp(await photograph('#336699', 600, 300))
      .withExif({ IFD0: { Artist: 'somebody' } })
      .jpeg()
      .toBuffer()
    const made = await masterOf(bytes)
    expect(await sharp(made.bytes).metadata()).toMatchObject({
      format: 'webp',
      width: 600,
      height: 600,
      hasAlpha: false,
    })
    expect((await sharp(made.bytes).metadata()).exif).toBeUndefined()
    expect(made.name).toMatch(/^[0-9a-f]{40}$/)
    expect(made.tint).toMatch(/^#[0-9a-f]{6}$/)
    expect((await masterOf(bytes)).name).toBe(made.name)
  })

  it('is made of nothing else: text, SVG, half a picture, a tiny one, one of too many pixels', async () => {
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><image href="file:///etc/passwd"/></svg>')
    const half = (await photograph('#fff')).subarray(0, 400)
    const bomb = await sharp({ create: { width: 9000, height: 9000, channels: 3, background: '#000' } })
      .png()
      .toBuffer()
    for (const bytes of [Buffer.from('<html>'), svg, half, await photograph('#fff', 20, 20), bomb, Buffer.alloc(0)])
      await expect(masterOf(bytes)).rejects.toThrow(/^it (is|cannot)/)
  })
})

describe('photographs that an import names', () => {
  const setting = new ImportSetting()
  let dataDir: string
  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'caravan-bring-'))
  })
  afterEach(() => rm(dataDir, { recursive: true, force: true }))

  const bring = async (limit = 100) => {
    const failures: string[] = []
    const brought = await bringPhotographs(setting.db, {
      dataDir,
      limit,
      net: here,
      progress: () => undefined,
      failed: (url, reason) => failures.push(`${new URL(url).pathname}: ${reason}`),
    })
    return { ...brought, failures }
  }
  const pictures = async () =>
    (await setting.db.selectFrom('products').select(['source_id', 'pictures', 'rev']).orderBy('id').execute()).map(
      ({ source_id, pictures: shown, rev }) => ({
        id: source_id.split('/')[1],
        shown: shown.map(({ src }) => src),
        rev,
      }),
    )

  it('are fetched, kept once, shown, and stay when the catalogue comes again', async () => {
    const red = await photograph('#ff0000')
    answers.set('/1', { status: 200, body: red })
    answers.set('/same', { status: 200, body: red })
    answers.set('/blue', { status: 200, body: await photograph('#0000ff') })
    answers.set('/busy', { status: 503 })
    const catalogue = (name: string): string =>
      line({ sourceId: 'a', name, image: `${base}/1`, images: [`${base}/1`, `${base}/blue`] }) +
      line({ sourceId: 'b', image: `${base}/same` }) +
      line({ sourceId: 'c', image: `${base}/missing` }) +
      line({ sourceId: 'd', image: `${base}/busy` }) +
      line({ sourceId: 'e', image: 'ftp://photos.example/x' })
    await setting.bring(catalogue('Pot'))
    const toCome = async () =>
      (await setting.db.selectFrom('photographs').where('state', '=', 'waiting').select('url').execute()).length
    expect(await toCome()).toBe(5)
    expect((await pictures()).map(({ shown }) => shown.length)).toEqual([0, 0, 0, 0, 0])

    // A run goes on where the one before it ended, first photographs first.
    expect(await bring(2)).toMatchObject({ fetched: 2, failed: 0, left: 3, full: false })
    const before = await pictures()
    expect(before.map(({ shown }) => shown.length)).toEqual([1, 1, 0, 0, 0])
    expect(before[0]!.shown).toEqual(before[1]!.shown)
    const second = await bring()
    expect(second).toMatchObject({ fetched: 1, failed: 2, left: 0 })
    expect(second.failures.toSorted()).toEqual(['/busy: the answer is 503', '/missing: the answer is 404'])
    const after = await pictures()
    expect(after.map(({ shown }) => shown.length)).toEqual([2, 1, 0, 0, 0])
    expect(after[0]!.rev).toBeGreaterThan(before[0]!.rev)
    expect(after[1]!.rev).toBe(before[1]!.rev)
    expect(await readdir(photographsIn(dataDir))).toHaveLength(2)

    // A fetch that may work another time is tried again by the next runs, three in all; the others are not.
    asked = []
    for (let run = 0; run < 4; run++) await bring()
    expect(asked.map((each) => each.split(' ')[1])).toEqual(['/busy', '/busy'])

    await setting.bring(catalogue('Another pot'))
    expect((await pictures()).map(({ shown }) => shown)).toEqual(after.map(({ shown }) => shown))
    await setting.bring(line({ sourceId: 'a', name: 'Pot', image: `${base}/blue` }))
    expect((await pictures())[0]!.shown).toEqual([after[0]!.shown[1]])
  })
})
