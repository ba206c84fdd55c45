import { createHash } from 'node:crypto'
import { copyFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Site } from '#contract/site/schema.ts'
import { openTestMarket, type TestMarket } from '../../tests/support/market/market.ts'
import { operatorWith, type Operator } from '../../tests/support/market/operator.ts'

// The appearance that a market serves, from one operator's call to the next, in one running process.

let market: TestMarket
let operator: Operator
let page: string
beforeAll(async () => {
  page = await mkdtemp(join(tmpdir(), 'caravan-own-'))
  await copyFile(fileURLToPath(new URL('../../index.html', import.meta.url)), join(page, 'index.html'))
  market = await openTestMarket({ page })
  operator = await operatorWith(market, ['site'])
})
afterAll(async () => {
  await market.close()
  await rm(page, { recursive: true, force: true })
})

const get = async (path: string, headers: Record<string, string> = {}): Promise<Response> =>
  market.fetch(new Request(`http://market${path}`, { headers }))
interface Manifest {
  [member: string]: unknown
  icons: { src: string; type: string; purpose: string }[]
  shortcuts: { name: string; icons: { src: string }[] }[]
}
const manifest = async (query = '', language = 'en'): Promise<Manifest> =>
  (await (await get(`/manifest.webmanifest${query}`, { 'Accept-Language': language })).json()) as Manifest
const site = async (): Promise<Site> => (await market.call('/api/index/settings', {})).data as Site
const put = async (name: string, value: string): Promise<void> => {
  expect(await operator.ask('siteSet', { name, value }), name).toMatchObject({ code: 1 })
}
/** Why a setting is refused, in words. */
const refusal = async (name: string, value: string): Promise<string> =>
  ((await operator.ask('siteSet', { name, value })).data as { params?: { text: string } }).params?.text ?? 'taken'

const drawn = async (color: string, width = 300, height = 100): Promise<string> =>
  (
    await sharp({ create: { width, height, channels: 4, background: color } })
      .png()
      .toBuffer()
  ).toString('base64')
/** The pixel at a place of a picture (red, green, blue, alpha), to within what compression changes. */
async function pixel(answer: Response, x: number, y: number): Promise<number[]> {
  const picture = sharp(Buffer.from(await answer.arrayBuffer())).ensureAlpha()
  const near = (channel: number): number => [0, 31, 122, 255].find((one) => Math.abs(one - channel) < 6) ?? channel
  const [...parts] = await picture.extract({ left: x, top: y, width: 1, height: 1 }).raw().toBuffer()
  return parts.map(near)
}
const styleOf = (html: string): string | undefined => /<style id="appearance">([^<]*)<\/style>/.exec(html)?.[1]
const NAME = 'Nile & "Bazaar"'

describe('a market whose operator has set nothing', () => {
  it('is the app’s own', async () => {
    expect(await manifest()).toMatchObject({
      ...{ id: '/', name: 'Caravan', short_name: 'Caravan', lang: 'en', dir: 'ltr', theme_color: '#1f2a5a' },
      icons: expect.arrayContaining([expect.objectContaining({ src: '/icon.svg' })]) as unknown,
      shortcuts: [
        { name: 'Cart', url: '/shop' },
        { name: 'Favourites', url: '/collect' },
      ],
    })
    const shell = await get('/mine')
    const html = await shell.text()
    expect(html).toContain('<title>Caravan</title>')
    expect(styleOf(html)).toBeUndefined()
    expect(shell.headers.get('Content-Security-Policy')).toContain("style-src 'self';")
    expect(await site()).toMatchObject({ imprint: null, about: null, appearance: { style: '' } })
  })
})

describe('a market with a name, a description and a colour of its own', () => {
  it('has them in the manifest at once, in the language of the caller or of the address', async () => {
    const before = (await get('/manifest.webmanifest')).headers.get('ETag')!
    await put('web_name', NAME)
    await put('color', '#7A1F1F')
    await put('description', JSON.stringify({ en: ' Goods \n from the Nile ', ar: 'بضائع من النيل', zh: '' }))
    const answer = await get('/manifest.webmanifest', { 'If-None-Match': before })
    expect([answer.status, answer.headers.get('Cache-Control')]).toEqual([200, 'no-cache'])
    expect(answer.headers.get('Content-Type')).toContain('application/manifest+json')
    expect(await answer.json()).toMatchObject({
      ...{ name: NAME, short_name: NAME, description: 'Goods from the Nile', theme_color: '#7a1f1f' },
    })
    const again = await get('/manifest.webmanifest', { 'If-None-Match': answer.headers.get('ETag')! })
    expect(again.status).toBe(304)
    expect(await manifest('?lang=ar')).toMatchObject({
      ...{ lang: 'ar', dir: 'rtl', description: 'بضائع من النيل', id: '/' },
      shortcuts: [{ name: 'السلة' }, {}],
    })
    // It says nothing in Chinese: its own English words say more than the app's.
    expect(await manifest('', 'zh-CN')).toMatchObject({ lang: 'zh', description: 'Goods from the Nile' })
  })

  it('is called so by its shell, which carries its style under its hash', async () => {
    for (const path of ['/', '/mine', '/index.html']) {
      const shell = await get(path, { 'Accept-Language': 'ar' })
      const html = await shell.text()
      expect(html, path).not.toContain('Caravan')
      expect(html).toContain('<html lang="ar" dir="rtl">')
      expect(html).toContain('<title>Nile &amp; &quot;Bazaar&quot;</title>')
      expect(html).toContain('<meta name="description" content="بضائع من النيل">')
      expect(html).toMatch(/<noscript>يحتاج Nile &amp; &quot;Bazaar&quot; إلى JavaScript/)
      expect(html).toContain('media="(prefers-color-scheme: light)" content="#7a1f1f"')
      const style = styleOf(html)!
      expect(style).toContain('--primary:#7a1f1f')
      const hash = createHash('sha256').update(style).digest('base64')
      expect(shell.headers.get('Content-Security-Policy')).toContain(`style-src 'self' 'sha256-${hash}';`)
      const { appearance } = await site()
      expect(appearance).toEqual({ version: shell.headers.get('X-Appearance'), style })
      expect(html).toContain(`<meta name="appearance" content="${appearance!.version}">`)
      const kept = { 'Accept-Language': 'ar', 'If-None-Match': shell.headers.get('ETag')! }
      expect((await get(path, kept)).status).toBe(304)
      expect((await get(path, { ...kept, 'Accept-Language': 'en' })).status).toBe(200)
    }
  })

  it('gets the reason why it cannot have a value, and keeps what it had', async () => {
    const before = await site()
    expect(await refusal('color', '#ffd400')).toBe(
      'This colour has a contrast of 1.1 to 1 on the page. Text needs 4.5 to 1. Choose a darker colour.',
    )
    for (const [name, value, reason] of [
      ['color', 'red', /six hexadecimal digits/],
      ['color', '#12345', /six hexadecimal digits/],
      ['description', 'Goods', /in the market’s languages/],
      ['description', '{"xx":"Goods"}', /in the market’s languages/],
      ['description', '{"en":7}', /in the market’s languages/],
      ['description', JSON.stringify({ en: 'x'.repeat(161) }), /up to 160/],
      ['contact_email', 'nobody', /not an email address/],
      ['contact_email', 'a@b.example?bcc=c%40d.example', /not an email address/],
      ['contact_phone', 'call us', /not a phone number/],
      ['legal_name', 'x'.repeat(121), /at most 120/],
    ] as const)
      expect(await refusal(name, value), value).toMatch(reason)
    expect(await site()).toEqual(before)
  })
})

describe('a market with a logo of its own', () => {
  let first: string
  it('has it made again as a square, in the pictures, the icons and the manifest', async () => {
    expect(await operator.ask('logoSet', { file: await drawn('#7a1f1f') })).toMatchObject({ code: 1 })
    const { logo } = (await operator.ask('site')).data as { logo: { src: string; tint: string } }
    first = /^file\/([0-9a-f]{32})$/.exec(logo.src)![1]!
    expect((await site()).appearance!.style).toContain(`--logo:url(/media/${logo.src}/160.webp)`)
    const picture = await get(`/media/${logo.src}/160.webp`)
    expect(picture.headers.get('Content-Type')).toBe('image/webp')
    const small = Buffer.from(await picture.arrayBuffer())
    expect(await sharp(small).metadata()).toMatchObject({ width: 160, height: 160, hasAlpha: true })

    const { icons, shortcuts } = await manifest()
    expect(icons.map(({ src }) => src)).toEqual(
      ['192.png', '512.png', 'maskable-512.png'].map((name) => `/icons/${first}/${name}`),
    )
    expect(shortcuts[0]!.icons[0]!.src).toBe(`/icons/${first}/192.png`)
    for (const [name, edge] of [
      ['192.png', 192],
      ['512.png', 512],
      ['maskable-512.png', 512],
      ['apple-touch.png', 180],
    ] as const) {
      const icon = await get(`/icons/${first}/${name}`)
      expect([icon.status, icon.headers.get('Content-Type')], name).toEqual([200, 'image/png'])
      expect(icon.headers.get('Cache-Control')).toContain('immutable')
      const bytes = Buffer.from(await icon.arrayBuffer())
      expect(await sharp(bytes).metadata()).toMatchObject({ format: 'png', width: edge, height: edge })
    }
    // The logo is whole, on a clear ground; where a system cuts or paints it, on a white one.
    expect((await pixel(await get(`/icons/${first}/192.png`), 96, 4))[3]).toBe(0)
    expect(await pixel(await get(`/icons/${first}/192.png`), 2, 96)).toEqual([122, 31, 31, 255])
    expect(await pixel(await get(`/icons/${first}/maskable-512.png`), 4, 256)).toEqual([255, 255, 255, 255])
    expect(await pixel(await get(`/icons/${first}/apple-touch.png`), 90, 90)).toEqual([122, 31, 31, 255])
    const html = await (await get('/mine')).text()
    expect(html).toContain(`<link rel="icon" href="/icons/${first}/192.png" type="image/png">`)
    expect(html).toContain(`<link rel="apple-touch-icon" href="/icons/${first}/apple-touch.png">`)
  })

  it('changes its addresses with another, and keeps few icons', async () => {
    expect(await operator.ask('logoSet', { file: await drawn('#0b6b3a', 64, 64) })).toMatchObject({ code: 1 })
    const [icon] = (await manifest()).icons
    expect(icon!.src).not.toContain(first)
    expect((await get(icon!.src)).status).toBe(200)
    for (const gone of [`/icons/${first}/192.png`, `/media/file/${first}/160.webp`, '/icons/../192.png', '/icons/x/y'])
      expect((await get(gone)).status, gone).not.toBe(200)
    const bound = market.bounds.all().find(({ name }) => name === 'Icons of the logo in memory')!
    expect([await bound.use(), bound.limit]).toEqual([1, 4])
    expect(await market.db.selectFrom('market_logo').select('name').execute()).toHaveLength(1)
  })

  it('takes no drawing and no text for one, and goes back to the app’s own logo', async () => {
    const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>1</script></svg>'
    for (const file of [svg, 'no picture'])
      expect((await operator.ask('logoSet', { file: Buffer.from(file).toString('base64') })).data, file).toMatchObject({
        reason: 'notAPicture',
      })
    expect((await manifest()).icons[0]!.src).toMatch(/^\/icons\/[0-9a-f]{32}\//)
    expect(await operator.ask('logoSet', { file: null })).toMatchObject({ code: 1 })
    expect((await manifest()).icons[0]!.src).toBe('/icon.svg')
    expect((await site()).appearance!.style).not.toContain('--logo')
    const log = await market.db.selectFrom('audit_log').selectAll().where('subject', '=', 'setting:logo').execute()
    expect(log.map(({ what }) => what)).toEqual(['setting.put', 'setting.put', 'setting.put'])
  })
})

describe('who runs the market', () => {
  it('is shown to all as far as its operator states it, also where it writes nothing else of itself', async () => {
    await put('legal_name', 'Nile Trading LLC')
    await put('tax_number', 'VAT EG 123-456-789')
    await put('contact_phone', '+20 2 1234 5678')
    await put('contact_email', 'hello@nile.example')
    const { imprint, about, footer_news: footer } = await site()
    expect(imprint).toEqual({
      ...{ name: 'Nile Trading LLC', address: null, tax: 'VAT EG 123-456-789' },
      ...{ email: 'hello@nile.example', phone: '+20 2 1234 5678' },
    })
    expect(footer.find(({ id }) => id === about)?.name['en']).toBe('About us')
    for (const name of ['legal_name', 'tax_number', 'contact_phone', 'contact_email']) await put(name, '')
    expect(await site()).toMatchObject({ imprint: null, about: null })
  })
})

it('mails come from the market by its name, and in its colour', async () => {
  await market.call('/api/ems/send?email=ann%40example.test&event=register', undefined, undefined, { method: 'GET' })
  expect(market.mails.at(-1)).toMatchObject({ to: 'ann@example.test', market: NAME, color: '#7a1f1f' })
})
