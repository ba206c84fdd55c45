import { byId } from '#contract/lists/by-id.ts'
import type { Product } from '#contract/catalogue/schema.ts'
import { codeForms, type PadGoods } from '#contract/pads/rules.ts'
import { parseProductCode } from '#contract/catalogue/product-code.ts'
import type { CatalogueDb } from '#localdb/open.ts'
import type { DetailRow } from '#localdb/schema.ts'

/** The products that codes name on this device. */
export interface NamedProducts {
  /** For each code, in their order. */
  goods: PadGoods[]
  /** Codes of which nothing is known here, each once. */
  missing: string[]
  /** Products with choices whose details are not here. */
  lacking: number[]
}

/** How many products are read at once, so that the device's other reads come in between. */
const SLICE = 500

/** Reads rows of many ids, some at a time. */
async function inSlices<K, T>(keys: readonly K[], read: (some: K[]) => PromiseLike<T[]>): Promise<T[]> {
  const found: T[] = []
  for (let n = 0; n < keys.length; n += SLICE) found.push(...(await read(keys.slice(n, n + SLICE))))
  return found
}

/** The products on this device: those on sale, those that are gone as they last were, and details with the choices. */
interface Known {
  sold: Map<number, Product>
  gone: Map<number, Product>
  details: Map<number, DetailRow>
}

/** Products by a maker's code, in any of the ways it may be written. */
async function byMakersCode(db: CatalogueDb, codes: readonly string[]): Promise<Map<string, Product[]>> {
  const forms = [...new Set(codes.flatMap(codeForms))]
  const found = await inSlices(forms, (some) => db.products.where('codes').anyOf(some).toArray())
  const of = new Map<string, Product[]>()
  for (const product of byId(found).values())
    for (const code of product.codes ?? []) of.set(code, [...(of.get(code) ?? []), product])
  return of
}

/** Finds the product of each code on this device: by the market's own code, else the one product of a maker's code. */
export async function namedByCodes(db: CatalogueDb, codes: readonly string[]): Promise<NamedProducts> {
  const distinct = [...new Set(codes)].filter((code) => code !== '')
  const own = new Map(
    distinct.flatMap((code) => {
      const parsed = parseProductCode(code)
      return parsed ? [[code, parsed] as const] : []
    }),
  )
  const makers = await byMakersCode(
    db,
    distinct.filter((code) => !own.has(code)),
  )
  const ids = [...new Set([...own.values()].map(({ id }) => id))]
  const [sold, gone] = [
    byId(await inSlices(ids, (some) => db.products.bulkGet(some))),
    byId(await inSlices(ids, (some) => db.gone.bulkGet(some))),
  ]
  for (const product of [...makers.values()].flat()) sold.set(product.id, product)
  const chosen = [...sold.values()].filter(({ choices }) => choices > 0).map(({ id }) => id)
  const known: Known = { sold, gone, details: byId(await inSlices(chosen, (some) => db.details.bulkGet(some))) }
  const lacking = new Set<number>()
  const of = new Map(
    distinct.map((code): [string, PadGoods] => {
      const wanted = own.get(code)
      if (wanted) return [code, ofMarket(wanted, known, lacking)]
      const products = new Set(codeForms(code).flatMap((form) => makers.get(form) ?? []))
      if (products.size > 1) return [code, { kind: 'fault', fault: { kind: 'severalProducts' } }]
      const [product] = products
      return [code, product ? { kind: 'goods', product, variant: undefined, gone: false } : { kind: 'away' }]
    }),
  )
  const missing = distinct.filter((code) => of.get(code)!.kind === 'away' && !lacks(own.get(code), sold))
  return { goods: codes.map((code) => of.get(code) ?? { kind: 'away' }), missing, lacking: [...lacking] }
}

/** Whether the product of a code is on sale here, so that only its choices can be missing. */
const lacks = (wanted: { id: number } | undefined, sold: Known['sold']): boolean =>
  wanted !== undefined && sold.has(wanted.id)

function ofMarket(
  { id, variantId }: { id: number; variantId: number },
  { sold, gone, details }: Known,
  lacking: Set<number>,
): PadGoods {
  const product = sold.get(id)
  const was = gone.get(id)
  if (!product) return was ? { kind: 'goods', product: was, variant: undefined, gone: true } : { kind: 'away' }
  if (variantId === 0) return { kind: 'goods', product, variant: undefined, gone: false }
  const detail = details.get(id)
  const variant = detail?.variants.find((one) => one.id === variantId)
  if (variant) return { kind: 'goods', product, variant, gone: false }
  // Choices change with their product: details of before its last change may lack the new ones.
  if (product.choices > 0 && (!detail || detail.product.rev < product.rev)) {
    lacking.add(id)
    return { kind: 'away' }
  }
  return { kind: 'fault', fault: { kind: 'noSuchChoice' } }
}
