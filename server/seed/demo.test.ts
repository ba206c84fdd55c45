import { readdirSync, readFileSync } from 'node:fs'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { endsInTime, isDealPercent } from '#contract/prices/deals.ts'
import { ladderPrice } from '#contract/prices/ladder.ts'
import { photographName, readMaster } from '../pictures/photograph.ts'
import { readRecipe } from '../pictures/recipe.ts'
import { openDatabase } from '../db/open.ts'
import { seedIfEmpty } from './demo.ts'
import { makeGoods } from './goods.ts'
import { makeOpinions } from './opinions.ts'
import { seededRandom } from './random.ts'
import { CREDITS } from './photographs.ts'
import { readTexts } from './read-texts.ts'

const now = Date.UTC(2026, 5, 1)
const texts = readTexts()
const goods = makeGoods(seededRandom(1), texts, now)
const glyphs = new Set(
  Object.keys(JSON.parse(readFileSync(new URL('./icons.json', import.meta.url), 'utf8')) as object),
)

describe('the demo market', () => {
  it('is as large as promised', () => {
    expect(texts.stores.length).toBeGreaterThanOrEqual(12)
    expect(goods.length).toBeGreaterThanOrEqual(360)
    expect(new Set(goods.map((g) => g.category)).size).toBeGreaterThanOrEqual(10)
    expect(texts.categories.some((c) => c.parent !== '')).toBe(true)
    expect(goods.filter((g) => g.choices.length > 0).length).toBeGreaterThan(goods.length / 4)
    for (const steps of [1, 2, 3, 4]) expect(goods.some((g) => g.ladder.length === steps)).toBe(true)
    expect(goods.some((g) => g.stock === 0)).toBe(true)
    expect(new Set(goods.map((g) => g.currency))).toEqual(new Set(['USD', 'EUR']))
    expect(new Set(goods.map((g) => g.store)).size).toBe(texts.stores.length)
  })

  it('speaks its three languages everywhere, each in its own script, with no gap left open', () => {
    const script = { en: /^[\p{Script=Latin}\p{Script=Common}]+$/u, zh: /\p{Script=Han}/u, ar: /\p{Script=Arabic}/u }
    for (const good of goods) {
      for (const text of [good.title, good.description]) {
        for (const [language, pattern] of Object.entries(script)) {
          expect(text[language]).toMatch(pattern)
          expect(text[language]).not.toMatch(/undefined|[{}]/)
        }
      }
    }
    expect(new Set(goods.map((g) => g.title.en)).size).toBe(goods.length)
  })

  it('sells on sound terms', () => {
    for (const good of goods) {
      expect(good.ladder[0]!.from).toBe(1)
      for (const [i, step] of good.ladder.entries()) {
        if (i === 0) continue
        expect(step.from).toBeGreaterThan(good.ladder[i - 1]!.from)
        expect(step.price).toBeLessThan(good.ladder[i - 1]!.price)
      }
      expect(ladderPrice(good.ladder, 1_000_000)).toBeGreaterThan(0)
      expect(good.minimum % good.multiple).toBe(0)
      expect(good.createdAt).toBeLessThan(now)
      if (good.choices.length > 0) {
        expect(good.stock).toBe(good.choices.reduce((sum, c) => sum + c.stock, 0))
        expect(new Set(good.choices.map((c) => c.sku)).size).toBe(good.choices.length)
      }
    }
  })

  it('has deals in four stores, which end one after the other within months', () => {
    const dealt = goods.filter((good) => good.deal !== null)
    expect(new Set(dealt.map((good) => good.store)).size).toBe(4)
    for (const { deal, stock, minimum } of dealt) {
      expect(isDealPercent(deal!.percent)).toBe(true)
      expect(deal!.until).toBeGreaterThan(now + 4 * 86_400_000)
      expect(endsInTime(deal!, now)).toBe(true)
      expect(stock).toBeGreaterThanOrEqual(minimum)
    }
    expect(new Set(dealt.map((good) => good.deal!.until)).size).toBe(4)
  })

  it('has a sample that says “Save $15”, which its ladder gives', () => {
    const samples = goods.filter((good) => /Save \$15\b/.test(good.description.en!))
    expect(samples.length).toBeGreaterThan(0)
    for (const { description, ladder, minimum, multiple, currency } of samples) {
      const pieces = Number(/Take (\d+) at once/.exec(description.en!)![1])
      expect([currency, pieces % multiple]).toEqual(['USD', 0])
      expect((ladderPrice(ladder, minimum) - ladderPrice(ladder, pieces)) * pieces).toBe(1500)
      expect([description.zh, description.ar].every((text) => text!.includes('15'))).toBe(true)
    }
  })

  it('shows pictures that can be drawn', () => {
    const pictures = goods.flatMap((g) => [...g.pictures, ...g.choices.flatMap((c) => c.picture ?? [])])
    const drawn = pictures.filter((p) => photographName(p.src) === undefined)
    for (const picture of drawn) expect(glyphs.has(readRecipe(picture.src)?.icon ?? picture.src)).toBe(true)
    for (const icon of [...texts.categories, ...texts.stores].map((c) => c.icon)) expect(glyphs.has(icon)).toBe(true)
  })

  it('shows each photograph that it has, whole, square, small, with its credit, and nothing drawn beside it', async () => {
    const named = goods.flatMap((g) => {
      const names = g.pictures.flatMap((p) => photographName(p.src) ?? [])
      expect([0, g.pictures.length]).toContain(names.length)
      for (const { picture } of g.choices)
        expect(picture === null || names.length === 0 || names.includes(photographName(picture.src) ?? '')).toBe(true)
      return names
    })
    const files = readdirSync(new URL('photos/', import.meta.url)).filter((file) => file.endsWith('.webp'))
    expect(new Set(named)).toEqual(new Set(files.map((file) => file.replace('.webp', ''))))
    const credits = readFileSync(CREDITS, 'utf8')
    for (const name of new Set(named)) {
      expect(credits).toMatch(new RegExp(`^${name} \\| #[0-9a-f]{6} \\| (MIT|BSD-3-Clause) \\| [\\w/.-]+:`, 'm'))
      const master = (await readMaster(name, undefined))!
      const { format, width, height, hasAlpha } = await sharp(master).metadata()
      expect([format, width, hasAlpha]).toEqual(['webp', height, false])
      expect(width).toBeGreaterThanOrEqual(600)
      expect(master.length).toBeLessThan(80_000)
    }
  })

  it('is the same each time', () => {
    expect(makeGoods(seededRandom(1), texts, now)).toEqual(goods)
  })

  it('has reviews of every kind, in several languages, some with pictures and replies, none before its product', () => {
    const random = seededRandom(2)
    const opinions = goods.flatMap((good) => makeOpinions(random, texts, good, now).map((o) => ({ ...o, good })))
    expect(new Set(opinions.map((o) => o.rating))).toEqual(new Set([1, 2, 3, 4, 5]))
    expect(new Set(opinions.map((o) => o.language)).size).toBeGreaterThan(5)
    expect(opinions.some((o) => o.pictures.length > 0)).toBe(true)
    expect(opinions.some((o) => o.reply !== null)).toBe(true)
    expect(opinions.every((o) => o.at > o.good.createdAt && o.at <= now)).toBe(true)
  })

  it('goes only into an empty database', async () => {
    const database = await openDatabase()
    await database.db
      .insertInto('categories')
      .values({ path: 'Mine', name: JSON.stringify({ en: 'Mine' }) })
      .execute()
    await seedIfEmpty(database.db, {
      dataDir: undefined,
      progress: () => {
        throw new Error('nothing is to be done')
      },
    })
    expect(await database.db.selectFrom('stores').select('id').execute()).toEqual([])
    await database.close()
  })
})
