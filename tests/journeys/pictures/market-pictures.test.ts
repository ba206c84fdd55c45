import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pictureUrl } from '#contract/pictures/urls.ts'
import type { Category } from '#contract/catalogue/schema.ts'
import { openTestMarket, type TestAnswer, type TestMarket } from '../../support/market/market.ts'
import { operatorWith, type Operator } from '../../support/market/operator.ts'

// Operators give categories and articles pictures of their own, from their screens.

const DAY = 86_400_000

let at = Date.now()
let market: TestMarket
let operator: Operator
beforeAll(async () => {
  const wide = { capacity: 1e9, refillPerSecond: 1e9, maxKeys: 1000 }
  market = await openTestMarket({ now: () => at, anonymous: wide, signedIn: { session: wide, person: wide } })
  operator = await operatorWith(market, ['catalogue', 'site'], at)
})
afterAll(() => market.close())

const drawn = async (color: string): Promise<string> =>
  (
    await sharp({ create: { width: 64, height: 48, channels: 3, background: color } })
      .png()
      .toBuffer()
  ).toString('base64')
const srcOf = ({ data }: TestAnswer): string => (data as { src: string }).src
const status = async (src: string): Promise<number> =>
  (await market.fetch(new Request(`http://market${pictureUrl(src, 160, 'webp')}`))).status
async function categories(): Promise<Category[]> {
  const { data } = await market.call('/api/index/category', {})
  return (data as { categories: Category[] }).categories
}
const words = (answer: TestAnswer): string | undefined => (answer.data as { params?: { text?: string } }).params?.text

describe(`a picture of the market’s (${process.env['MARKET_DB'] ?? 'pglite'})`, () => {
  it('is given to a category, shown to everybody, and taken back', async () => {
    const src = srcOf(await operator.ask('categoryPicture', { file: await drawn('#7a1f1f') }))
    expect(src).toMatch(/^file\/[0-9a-f]{32}$/)
    expect(await status(src)).toBe(200)

    const written = { id: 0, pid: 0, sort: 0, name: { en: 'Baskets of reed' } }
    const { id } = (await operator.ask('categorySet', { ...written, picture: src })).data as { id: number }
    const shown = async () => (await categories()).find((one) => one.id === id)!.picture
    expect(await shown()).toBe(src)
    // An app that knows of no pictures leaves it.
    await operator.ask('categorySet', { ...written, id, name: { en: 'Baskets' } })
    expect(await shown()).toBe(src)
    await operator.ask('categorySet', { ...written, id, picture: null })
    expect(await shown()).not.toBe(src)
  })

  it('is no other picture', async () => {
    expect(
      (await operator.ask('categoryPicture', { file: Buffer.from('<svg/>').toString('base64') })).data,
    ).toMatchObject({
      reason: 'notAPicture',
    })
    const picture = `file/${'0'.repeat(32)}`
    const answer = await operator.ask('categorySet', { id: 0, pid: 0, sort: 0, name: { en: 'Nothing' }, picture })
    expect(words(answer)).toBe('This picture is no longer here. Choose it again.')
    expect((await categories()).some(({ name }) => name['en'] === 'Nothing')).toBe(false)
  })

  it('stays while an article shows it, and goes a day after nothing does', async () => {
    const [kept, lost] = [
      srcOf(await operator.ask('sitePicture', { file: await drawn('#0b6b3a') })),
      srcOf(await operator.ask('sitePicture', { file: await drawn('#123456') })),
    ]
    const article = { language: 'en', group: 'about', sort: 0, title: 'Our hall', summary: '' }
    const body = `It is large.\n\n![The hall](${kept})\n`
    expect((await operator.ask('articleSet', { ...article, slug: 'hall', body })).code).toBe(1)
    at += DAY + 60_000
    expect((await operator.ask('sitePicture', { file: await drawn('#ffffff') })).code).toBe(1)
    expect([await status(kept), await status(lost)]).toEqual([200, 404])
  })
})
