import { gunzipSync } from 'node:zlib'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openBrowser, type Browser } from '../../support/browsers/browser.ts'
import { startFaultProxy, type FaultProxy } from '../../support/servers/fault-proxy.ts'
import { startMarket, type Market } from '../../support/servers/servers.ts'
import { furnish, type Belongings } from '../screens/furnish.ts'
import { changesOf, newPerson, type Person } from '../people/people.ts'
import { intoTunnel, logIn, open, shellKept, until } from '../people/shopper.ts'

// Pictures that are made in a tunnel: with a review, in a conversation, and the person's own. Their upload is cut
// twice and the server killed in between; each arrives once, and nothing of what the camera wrote into them leaves the
// device.

let market: Market
let proxy: FaultProxy
let browser: Browser
let person: Person
let has: Belongings
beforeAll(async () => {
  market = await startMarket()
  proxy = await startFaultProxy(market.url)
  person = await newPerson(market)
  has = await furnish(market, person)
  browser = await openBrowser()
})
afterAll(async () => {
  await browser?.dispose()
  await proxy?.close()
  await market?.close()
})

const PLACE = 'Kept in the kitchen drawer'

/** A photograph with the place where it was taken, of noise, so that its upload takes several pieces. */
async function photograph(number: number): Promise<Buffer> {
  const [width, height] = [900, 700]
  const pixels = Buffer.alloc(width * height * 3)
  for (let i = 0; i < pixels.length; i++) pixels[i] = (i * 2_654_435_761 * (number + 7)) >>> 23
  return sharp(pixels, { raw: { width, height, channels: 3 } })
    .withExif({
      IFD0: { ImageDescription: PLACE, Make: 'Camera' },
      IFD3: {
        GPSLatitudeRef: 'N',
        GPSLatitude: '52/1 31/1 12/1',
        GPSLongitudeRef: 'E',
        GPSLongitude: '13/1 24/1 36/1',
      },
    })
    .jpeg({ quality: 95 })
    .toBuffer()
}
const file = async (number: number) => ({
  name: `photo-${number}.jpg`,
  mimeType: 'image/jpeg',
  buffer: await photograph(number),
})

it('arrive once each, without what the camera wrote', async () => {
  const page = browser.page()
  await logIn(page, proxy.url, person)
  await open(page, proxy.url, `/review?id=${encodeURIComponent(has.received)}`)
  const stars = page.getByRole('radio', { name: /^5/ })
  await stars.waitFor()
  await open(page, proxy.url, `/talks?id=${has.talk}`)
  await page.getByRole('textbox', { name: 'Your message' }).waitFor()
  await open(page, proxy.url, '/setting')
  await page.getByText('Change picture').waitFor()
  await shellKept(page)
  const { token } = (
    (await market.call('/api/user/login', { email: person.email, password: person.password })).data as {
      userinfo: { token: string }
    }
  ).userinfo
  const wayOut = await intoTunnel(browser, proxy)

  await open(page, proxy.url, `/review?id=${encodeURIComponent(has.received)}`)
  await stars.waitFor()
  await stars.check({ force: true })
  const chooser = page.locator('main form input[type=file]')
  for (const n of [1, 2]) {
    await chooser.setInputFiles(await file(n))
    await page.getByRole('img', { name: `Picture ${n}` }).waitFor()
  }
  await page.getByRole('button', { name: 'Publish review' }).click()
  await page.getByText('Thank you for your review').first().waitFor()
  await open(page, proxy.url, `/talks?id=${has.talk}`)
  await page.locator('input[type=file]').setInputFiles(await file(3))
  await page.getByRole('button', { name: 'Remove picture 1' }).waitFor()
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await page.getByRole('log').getByRole('img', { name: 'Picture 1' }).waitFor()
  await open(page, proxy.url, '/setting')
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles(await file(4))
  await page.getByRole('button', { name: 'Use this picture' }).click()
  await page.getByText('Picture changed').first().waitFor()

  /** The pieces that came, whole or again. */
  const pieces: Buffer[] = []
  let cut = 0
  await wayOut(async ({ path, body, headers }) => {
    if (!path.startsWith('/api/file/piece')) return undefined
    const json = (headers['content-encoding'] === 'gzip' ? gunzipSync(body) : body).toString()
    pieces.push(Buffer.from((JSON.parse(json) as { bytes: string }).bytes, 'base64'))
    // Lost with its answer, never arrived, and the power cut in between.
    if (pieces.length === 2) {
      await market.kill()
      await market.restart()
      return 'refuse'
    }
    return (pieces.length === 4 || pieces.length === 6) && cut++ < 2 ? 'lost' : undefined
  })
  const pictured = async () => {
    const all = await changesOf(market, person)
    return {
      reviews: all.flatMap((change) => (change.table === 'ownReviews' ? change.row.pictures.length : [])),
      lines: all.filter((change) => change.table === 'talkLines' && (change.row.pictures?.length ?? 0) > 0).length,
      avatars: all.filter(({ table }) => table === 'avatar').length,
    }
  }
  await until(
    // The market is away while it is killed.
    () => pictured().catch(() => ({ reviews: [] as number[], lines: 0, avatars: 0 })),
    ({ reviews, lines, avatars }) => reviews.includes(2) && lines === 1 && avatars === 1,
    90_000,
  )
  expect((await pictured()).reviews.toSorted()).toEqual([0, 2])
  expect(cut).toBe(2)
  const sent = Buffer.concat(pieces)
  expect(sent.length).toBeGreaterThan(100_000)
  for (const trace of ['Exif', PLACE]) {
    expect((await photograph(1)).includes(trace), trace).toBe(true)
    expect(sent.includes(trace), trace).toBe(false)
  }
  // The market has four files of theirs, whatever was sent again.
  const { kinds } = (await market.call('/api/user/export', {}, token)).data as {
    kinds: { name: string; rows: { picture: string | null }[] }[]
  }
  const files = kinds.find(({ name }) => name === 'files')!.rows
  expect(files.map(({ picture }) => picture?.slice(0, 16))).toEqual(Array(4).fill('data:image/webp;'))
})
