import type { Deal } from '#contract/prices/deals.ts'
import { ladderPrice } from '#contract/prices/ladder.ts'
import type { LadderStep } from '#contract/prices/schema-ladder-step.ts'
import type { Picture } from '#contract/pictures/schema.ts'
import type { Texts } from '#contract/text/locales.ts'
import { makeChoices, makeStock, type SeedVariant } from './choices.ts'
import { makeLooks, type Looks } from './looks.ts'
import { photographedLooks } from './photographs.ts'
import type { Random } from './random.ts'
import type { SeedTexts, SeedItem } from './read-texts.ts'
import { makeTerms } from './terms.ts'
import { describe, SAVING, titleOf, withSaving } from './wording.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR

/** Four stores, by their places, sell what they sell best for less, until an evening so many days away. */
const DEALS: Record<number, { percent: number; days: number }> = {
  4: { percent: 25, days: 12 },
  5: { percent: 30, days: 26 },
  6: { percent: 20, days: 5 },
  10: { percent: 15, days: 60 },
}

/** A demo product before it has a number. */
export interface Good {
  category: string
  /** The place of its store in the list of stores. */
  store: number
  title: Texts
  description: Texts
  brand: string
  pictures: Picture[]
  attributes: { name: string; value: string }[]
  currency: string
  /** The usual prices, by number of pieces. */
  ladder: LadderStep[]
  deal: Deal | null
  minimum: number
  multiple: number
  stock: number
  choices: SeedVariant[]
  monthlySales: number
  sales: number
  turnover: number
  createdAt: number
  /** The glyph it was drawn from, for the pictures of reviews; null when it was not drawn. */
  icon: string | null
  /** From 0 to 1: how well it is made. */
  quality: number
}

/** EAN-13 of the range that shops may give out themselves, with its check digit. */
function ean(random: Random): string {
  const digits = `2${String(random.whole(0, 99_999_999_999)).padStart(11, '0')}`
  const sum = [...digits].reduce((total, digit, i) => total + Number(digit) * (i % 2 === 0 ? 1 : 3), 0)
  return digits + String((10 - (sum % 10)) % 10)
}

/** The entry of a category, or else of the nearest one above it that has an entry. */
function nearest<T>(texts: SeedTexts, known: Map<string, T>, key: string): T {
  return known.get(key) ?? nearest(texts, known, texts.categories.find((c) => c.key === key)!.parent)
}

/** How many pieces save exactly that at their step, beside the price of the least order; undefined where none do. */
function piecesThatSave({ ladder, minimum }: Pick<Good, 'ladder' | 'minimum'>): number | undefined {
  const first = ladderPrice(ladder, minimum)
  return ladder.find(({ from, price }) => from > minimum && (first - price) * from === SAVING * 100)?.from
}

function drawnLooks(random: Random, item: SeedItem, edition: string): Looks {
  const paint = item.colours.length > 0 && random.chance(0.85) ? random.pick(item.colours) : undefined
  const looks = makeLooks(random, item.icon, edition, paint)
  return item.undrawn ? { pictures: [], inColour: () => null } : looks
}

/** `oldest`: how long ago a product may have come (ms). */
function makeGood(
  random: Random,
  texts: SeedTexts,
  item: SeedItem,
  editionKey: string,
  now: number,
  oldest = 420 * DAY,
): Good {
  const edition = texts.editions.get(editionKey)!
  const store = random.pick([...texts.stores.keys()].filter((i) => texts.stores[i]!.sells.includes(item.category)))
  const about = (item.price * edition.percent * (0.92 + random.next() * 0.2)) / 100
  const terms = makeTerms(random, about)
  const price = terms.ladder[0]!.price
  const looks = item.photographs ? photographedLooks(item.photographs) : drawnLooks(random, item, editionKey)
  const choices = makeChoices(random, item, editionKey, texts.colours, looks, price, terms.minimum)
  const age = Math.floor(random.next() ** 1.6 * oldest) + random.whole(1, DAY / 4)
  // Few products make most of the sales, and none sold before it was there.
  const monthlySales = Math.floor((terms.minimum * 3) / (random.next() * 0.98 + 0.02) ** 1.1) * (age < 2 * DAY ? 0 : 1)
  const sales = Math.round(monthlySales * Math.max(1, (age / DAY / 30) * (0.5 + random.next() * 0.5)))
  const { currency } = texts.stores[store]!
  const saving = currency === 'USD' ? piecesThatSave(terms) : undefined
  const brand = random.pick(nearest(texts, texts.brands, item.category))
  const description = describe(
    random,
    texts.sentences,
    nearest(texts, texts.sentences, item.category),
    item,
    edition.name,
    terms.pieces,
  )
  return {
    category: item.category,
    store,
    title: titleOf(item.name, edition.name),
    brand,
    description: saving === undefined ? description : withSaving(description, saving),
    pictures: looks.pictures,
    attributes: [
      { name: 'EAN', value: ean(random) },
      { name: 'SKU', value: `${item.icon.slice(0, 3).toUpperCase()}-${random.whole(1000, 9999)}` },
    ],
    currency,
    ladder: terms.ladder,
    deal: null,
    minimum: terms.minimum,
    multiple: terms.multiple,
    stock: choices.length > 0 ? choices.reduce((sum, c) => sum + c.stock, 0) : makeStock(random, terms.minimum),
    choices,
    monthlySales,
    sales,
    turnover: sales * terms.ladder.at(-1)!.price,
    createdAt: now - age,
    icon: item.photographs || item.undrawn ? null : item.icon,
    quality: 0.35 + random.next() * 0.65,
  }
}

/** Every item in each of its editions, the oldest first; then those that are photographed, all rather new. */
export function makeGoods(random: Random, texts: SeedTexts, now: number): Good[] {
  const made = (items: readonly SeedItem[], oldest?: number): Good[] =>
    items
      .flatMap((item) => item.editions.map((edition) => makeGood(random, texts, item, edition, now, oldest)))
      .toSorted((a, b) => a.createdAt - b.createdAt)
  const goods = [...made(texts.items), ...made(texts.photographed, 60 * DAY)]
  for (const [place, { percent, days }] of Object.entries(DEALS)) {
    const best = goods
      .filter(
        ({ store, choices, pictures, stock, minimum }) =>
          store === Number(place) && choices.length > 0 && pictures.length > 0 && stock >= minimum,
      )
      .toSorted((a, b) => b.sales - a.sales)[0]
    if (best) best.deal = { percent, until: (Math.floor(now / DAY) + days) * DAY + 18 * HOUR }
  }
  return goods
}
