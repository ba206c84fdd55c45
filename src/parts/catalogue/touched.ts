import type { Product } from '#contract/catalogue/schema.ts'
import { RecentMap } from '../../ui/recent-map.ts'

/** A card that was chosen: its product, and its picture as it is shown. */
interface Touched {
  product: Product
  picture: string | undefined
}

/** Cards chosen lately: what they show is in the first frame of the next screen. */
const touched = new RecentMap<Touched>(20)

/** The picture of the card that was chosen last, as long as nobody has taken it. */
let image: HTMLImageElement | undefined

/** A card is chosen: what it shows is the next screen's first frame. */
export function touch(product: Product, link: Element): void {
  image = link.closest('article')?.querySelector('img') ?? undefined
  touched.set(String(product.id), { product, picture: image?.currentSrc || undefined })
}

/**
 * Hands over the picture of the card that was chosen last once its screen has gone: it has been read and decoded, which
 * a new one of the same address need not be (on a first visit the service worker took over between the two).
 */
export function handOver(address: string | undefined): HTMLImageElement | undefined {
  const own = image
  image = undefined
  return own && !own.isConnected && own.complete && own.currentSrc === address ? own : undefined
}

/** The card of a product, if it was chosen lately. */
export const touchedCard = (id: number): Touched | undefined => touched.get(String(id))
