import { useTranslation } from 'react-i18next'
import { orderableQuantity } from '#contract/prices/ladder.ts'
import type { Product, Variant } from '#contract/catalogue/schema.ts'
import { typedAmount } from '../../parts/forms/typed-price.ts'
import { useFormat } from '../../parts/format/use-format.ts'

/** A wish as it is typed: pieces by choice (0 for none), what one may cost, and words to the store. */
export interface QuoteWish {
  nums: Readonly<Record<number, number>>
  target: string
  country: string
  note: string
}

/** A wish as it is sent, or what keeps it from that. */
export interface ReadWish {
  lines: { variantId: number; num: number }[]
  pieces: number
  /** Minor units; null where none is typed, undefined where it is no amount. */
  target: number | null | undefined
  /** Of the quantities, in words. */
  error: string | undefined
  targetError: string | undefined
}

/** The least that is ordered of a product. */
export const leastOf = ({ minimum, multiple }: Pick<Product, 'minimum' | 'multiple'>): number =>
  orderableQuantity(1, minimum, multiple)

/** Reads a wish about a product. */
export function useReadWish(): (wish: QuoteWish, product: Product, variants: readonly Variant[]) => ReadWish {
  const { t } = useTranslation()
  const format = useFormat()
  return ({ nums, target: typed }, product, variants) => {
    const ids = product.choices > 0 ? variants.map((v) => v.id) : [0]
    const lines = ids.flatMap((variantId) => {
      const num = nums[variantId] ?? 0
      return num > 0 ? [{ variantId, num }] : []
    })
    const pieces = lines.reduce((sum, { num }) => sum + num, 0)
    const goal = orderableQuantity(pieces, product.minimum, product.multiple)
    const target = typed.trim() === '' ? null : typedAmount(typed, product.currency) || undefined
    return {
      lines,
      pieces,
      target,
      error:
        pieces === 0
          ? t('quotes.chooseFirst')
          : goal > pieces
            ? t('goods.more', { n: format.number(goal - pieces), goal: format.number(goal) })
            : undefined,
      targetError:
        target === undefined
          ? t('quotes.targetWrong', { example: format.decimalMoney('4.20', product.currency) })
          : undefined,
    }
  }
}
