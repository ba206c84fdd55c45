import type { Product, Store, Variant } from '#contract/catalogue/schema.ts'
import type { Quote } from '#contract/quotes/schema-rows.ts'
import type { CartItem } from '#localdb/queries/cart/items.ts'

/** Lines of a cart as the screens get them: ten lamps of store 7 for 10.00 each, unless told otherwise. */
export const product = (over: Partial<Product> = {}): Product => ({
  id: 1,
  storeId: 7,
  categoryId: 1,
  title: { en: 'Lamp' },
  picture: null,
  currency: 'USD',
  ladder: [
    { from: 1, price: 1000 },
    { from: 20, price: 900 },
  ],
  minimum: 10,
  multiple: 5,
  stock: 100,
  choices: 0,
  monthlySales: 0,
  sales: 0,
  createdAt: 0,
  rev: 1,
  ...over,
})
export const variant = (id: number, over: Partial<Variant> = {}): Variant => ({
  id,
  label: { en: `V${id}` },
  extra: 0,
  stock: 50,
  picture: null,
  ...over,
})
export const item = (over: Partial<CartItem> = {}): CartItem => ({
  id: 1,
  shopId: 7,
  variantId: 0,
  num: 10,
  ticked: true,
  seenPrice: 1000,
  currency: 'USD',
  at: 1,
  key: '7:1:0',
  pending: 0,
  conflict: false,
  product: product(),
  gone: false,
  variant: undefined,
  agreement: undefined,
  ordered: undefined,
  terms: { currency: 'USD', shipping: 500, taxBasisPoints: 725 },
  grams: 0,
  ...over,
})
/** A quote of these lamps, accepted at 8.00 each from ten pieces on, until further notice. */
export const quote = (over: Partial<Quote> = {}): Quote => ({
  id: '00000000-0000-4000-8000-000000000001',
  shopId: 7,
  shopName: 'Lamps & Co',
  productId: 1,
  title: { en: 'Lamp' },
  picture: null,
  choices: [],
  currency: 'USD',
  country: '',
  state: 'accepted',
  rounds: [{ by: 'store', at: 0, lines: [{ variantId: 0, num: 10, price: 800 }], until: Number.MAX_SAFE_INTEGER }],
  note: '',
  said: '',
  at: 0,
  deleted: false,
  ...over,
})
export const stores = new Map([[7, { id: 7, name: 'Lamps & Co' } as Store]])
