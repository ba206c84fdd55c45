import type { Texts } from '../text/locales.ts'

// The store's own codes of what it sells, as a line of an order keeps them. They are the store's to give and to change;
// the market's code (product-code.ts) names the same goods for ever, and in every store.

/** The store's own codes that a line keeps: of the product, and of the choice; absent where the store gave none. */
export interface OwnCoded {
  code?: string | undefined
  sku?: string | undefined
  label: Texts | null
}

/** A line's own code as people read it ("LAN-20 / RED"); '' for none. A choice's code that is its name says nothing. */
export function ownCode({ code, sku, label }: OwnCoded): string {
  const named = label !== null && Object.values(label).includes(sku ?? '')
  return [code, named ? '' : sku].filter(Boolean).join(' / ')
}
