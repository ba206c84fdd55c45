import { expect, it } from 'vitest'
import type { Product } from '#contract/catalogue/schema.ts'
import { handOver, touch, touchedCard } from './touched.ts'

const ADDRESS = 'https://market.example/media/tea/160.avif'
const product = { id: 7 } as Product

/** Chooses a card whose picture is like this; answers the picture. */
function choose(is: Partial<HTMLImageElement> = {}): HTMLImageElement {
  const image = { currentSrc: ADDRESS, complete: true, isConnected: false, ...is } as HTMLImageElement
  const card = { querySelector: () => image }
  touch(product, { closest: () => card } as unknown as Element)
  return image
}

it('hands the picture of the chosen card over once, after its screen has gone', () => {
  const image = choose()
  expect(touchedCard(7)).toEqual({ product, picture: ADDRESS })
  expect(handOver(ADDRESS)).toBe(image)
  expect(handOver(ADDRESS)).toBe(undefined)
})

it.each([
  ['is shown still', { isConnected: true }],
  ['has not come yet', { complete: false }],
  ['is another one', { currentSrc: 'https://market.example/media/silk/160.avif' }],
])('hands over none that %s', (_, is) => {
  choose(is)
  expect(handOver(ADDRESS)).toBe(undefined)
})
