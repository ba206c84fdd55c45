import type { Picture } from '#contract/pictures/schema.ts'
import type { Texts } from '#contract/text/locales.ts'
import type { Looks } from './looks.ts'
import type { Paint } from '../pictures/recipe.ts'
import type { Random } from './random.ts'
import type { SeedItem } from './read-texts.ts'

/** A variant before it has a number. */
export interface SeedVariant {
  sku: string
  label: Texts
  extra: number
  stock: number
  picture: Picture | null
}

const sizes: Record<string, Record<string, string[]>> = {
  clothes: { kids: ['104', '116', '128', '140'], any: ['S', 'M', 'L', 'XL'] },
  shoes: {
    kids: ['EU 28', 'EU 30', 'EU 32', 'EU 34'],
    women: ['EU 36', 'EU 37', 'EU 38', 'EU 39', 'EU 40'],
    men: ['EU 41', 'EU 42', 'EU 43', 'EU 44'],
    any: ['EU 37', 'EU 39', 'EU 41', 'EU 43'],
  },
  gloves: { kids: ['3', '4', '5'], any: ['S', 'M', 'L'] },
  rings: { any: ['52', '54', '56', '58'] },
}
const sizesFor = (item: SeedItem, edition: string): string[] => {
  const of = sizes[item.sizes]
  return of ? (of[edition] ?? of.any!) : []
}

/** How many pieces of something lie in stock: mostly plenty, sometimes few, now and then none. */
export function makeStock(random: Random, minimum: number): number {
  const luck = random.next()
  if (luck < 0.04) return 0
  if (luck < 0.14) return minimum + random.whole(0, minimum)
  return minimum * random.whole(12, 400)
}

/** The colours in which a product can be had: all that photographs show it in, else some; none where it has but one. */
function coloursOf(random: Random, item: SeedItem, edition: string): Paint[] {
  if (item.photographs) return item.colours.length > 1 ? item.colours : []
  const painted = edition !== 'mixed' && item.colours.length > 1 && random.chance(0.8)
  return painted ? random.some(item.colours, random.whole(2, Math.min(4, item.colours.length))) : []
}

/** The colours and sizes of a product; none for an item that comes in one. */
export function makeChoices(
  random: Random,
  item: SeedItem,
  edition: string,
  colourNames: Map<string, Texts>,
  looks: Looks,
  price: number,
  minimum: number,
): SeedVariant[] {
  const colours = coloursOf(random, item, edition)
  const measures = sizesFor(item, edition)
  // Nothing in stock at all is rare, and then it is so of every choice.
  const soldOut = random.chance(0.03)
  const choices: SeedVariant[] = []
  for (const colour of colours.length > 0 ? colours : [undefined]) {
    for (const [i, measure] of (measures.length > 0 ? measures : [undefined]).entries()) {
      if (colour === undefined && measure === undefined) continue
      const names = colour === undefined ? undefined : colourNames.get(colour)!
      const label = Object.fromEntries(
        ['en', 'zh', 'ar'].map((l) => [l, [names?.[l], measure].filter((part) => part !== undefined).join(' / ')]),
      )
      choices.push({
        sku: [colour, measure?.replace(' ', '')].filter((part) => part !== undefined).join('-'),
        label,
        // The largest size takes more cloth.
        extra: i > 0 && i === measures.length - 1 && price >= 300 ? Math.round(price * 0.06) : 0,
        stock: soldOut ? 0 : makeStock(random, minimum),
        picture: colour === undefined ? null : looks.inColour(colour),
      })
    }
  }
  return choices
}
