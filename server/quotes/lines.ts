import { orderableQuantity } from '#contract/prices/ladder.ts'
import type { Texts } from '#contract/text/locales.ts'
import type { Picture } from '#contract/pictures/schema.ts'
import type { Tx } from '../db/tables/tables.ts'
import { refused } from '../http/handlers.ts'

/** A product as a price for it is asked and offered. */
export interface QuotedProduct {
  store_id: number
  active: boolean
  title: Texts
  picture: Picture | null
  currency: string
  ladder: { from: number; price: number }[]
  minimum: number
  multiple: number
  variants: Map<number, { label: Texts; extra: number; sku: string }>
}

/** A product with its choices; undefined when there is none of that id. */
export async function readQuoted(tx: Tx, id: number): Promise<QuotedProduct | undefined> {
  const product = await tx
    .selectFrom('products')
    .select(['store_id', 'active', 'title', 'pictures', 'currency', 'ladder', 'minimum', 'multiple'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!product) return undefined
  const variants = await tx
    .selectFrom('variants')
    .select(['id', 'label', 'extra', 'sku'])
    .where('product_id', '=', id)
    .execute()
  const { pictures, ...rest } = product
  return {
    ...rest,
    picture: pictures[0] ?? null,
    variants: new Map(variants.map((v) => [v.id, { label: v.label, extra: v.extra, sku: v.sku }])),
  }
}

/** Why these lines cannot be asked or offered: a choice that is not sold, or named twice; too few pieces. */
export function whyNotLines(
  { variants, minimum, multiple }: Pick<QuotedProduct, 'variants' | 'minimum' | 'multiple'>,
  lines: readonly { variantId: number; num: number }[],
): ReturnType<typeof refused> | undefined {
  if (lines.some(({ variantId }) => (variantId === 0 ? variants.size > 0 : !variants.has(variantId))))
    return refused('variantGone')
  if (new Set(lines.map((l) => l.variantId)).size < lines.length) return refused('invalid', { path: 'lines' })
  const pieces = lines.reduce((sum, { num }) => sum + num, 0)
  const missing = orderableQuantity(pieces, minimum, multiple) - pieces
  return missing > 0 ? refused('belowMinimum', { missing, minimum, multiple }) : undefined
}

/** Both lists of choices, each once. */
export const withChoices = <C extends { variantId: number }>(known: readonly C[], more: readonly C[]): C[] => [
  ...known.filter((k) => !more.some((m) => m.variantId === k.variantId)),
  ...more,
]

/** The labels of the choices of lines. */
export const choicesOf = (
  { variants }: Pick<QuotedProduct, 'variants'>,
  lines: readonly { variantId: number }[],
): { variantId: number; label: Texts }[] =>
  lines.flatMap(({ variantId }) => {
    const variant = variants.get(variantId)
    return variant ? [{ variantId, label: variant.label }] : []
  })
