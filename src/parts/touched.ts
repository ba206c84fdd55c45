import type { Product } from '#contract/schema/catalogue.ts'
import { RecentMap } from '../ui/recent-map.ts'

/** A card that was chosen: its product, and its picture as it is shown. */
interface Touched {
  product: Product
  picture: string | undefined
}

/** Cards chosen lately: what they show is in the first frame of the next screen. */
const touched = new RecentMap<Touched>(20)

/** A card is chosen: what it shows is the next screen's first frame. */
export function touch(product: Product, link: Element): void {
  const picture = link.closest('article')?.querySelector('img')?.currentSrc
  touched.set(String(product.id), { product, picture: picture || undefined })
}

/** The card of a product, if it was chosen lately. */
export const touchedCard = (id: number): Touched | undefined => touched.get(String(id))
