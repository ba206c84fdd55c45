import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { GOODS_STOCK_MAX, PERCENT_LEAST, PERCENT_MOST } from '#contract/products/rules.ts'
import type { BulkAct } from '#contract/products/bulk.ts'
import { parseMinor } from '#contract/currencies/money.ts'
import { countTyped, decimalTyped } from '../../../parts/forms/typed-number.ts'
import type { ManyKind } from './many-kinds.ts'
import { typedPrice } from '../../../parts/forms/typed-price.ts'

/** The ways to do each; the first is what it begins with. */
export const manyWays = {
  price: ['set', 'dearer', 'cheaper'],
  stock: ['add', 'take'],
  show: ['listed', 'hidden'],
  category: ['to'],
} as const
type ManyWay = (typeof manyWays)[ManyKind][number]

/** One change of many goods, as it is typed. */
export interface ManyForm {
  way: ManyWay
  text: string
  categoryId: number | undefined
  error: string | undefined
  put(part: { way?: ManyWay; text?: string; categoryId?: number }): void
  /** The change that was typed; undefined, with the reason in `error`, where it is none. */
  read(): BulkAct | undefined
}

/** Hundredths of a percent, with their sign; undefined for none, or too many. */
function percentOf(text: string, way: ManyWay): number | undefined {
  const plain = decimalTyped(text)
  if (!/^\d{1,4}(\.\d{1,2})?$/.test(plain)) return undefined
  const by = Math.round(Number(plain) * 100) * (way === 'cheaper' ? -1 : 1)
  return by === 0 || by < PERCENT_LEAST || by > PERCENT_MOST ? undefined : by
}

/** The form of a change; a price is read as one of `currency` is written. */
export function useManyForm(kind: ManyKind, currency: string): ManyForm {
  const { t } = useTranslation()
  const [of, setOf] = useState<{ way: ManyWay; text: string; categoryId: number | undefined }>({
    way: manyWays[kind][0],
    text: '',
    categoryId: undefined,
  })
  const [error, setError] = useState<string>()
  const act = (): BulkAct | string => {
    const { way, text, categoryId } = of
    if (kind === 'category')
      return categoryId === undefined ? t('storeGoods.fault.unknownCategory') : { kind, id: categoryId }
    if (kind === 'show') return { kind, on: way === 'listed' }
    if (kind === 'stock') {
      const by = countTyped(text)
      if (by === undefined || by > GOODS_STOCK_MAX) return t('storeGoods.fault.badNumber')
      return { kind, by: way === 'take' ? -by : by }
    }
    if (way === 'set') {
      const price = typedPrice(text.trim(), currency)
      return parseMinor(price, currency) ? { kind, text: price } : t('storeGoods.fault.badPrice')
    }
    const by = percentOf(text, way)
    return by === undefined ? t('goodsBulk.badPercent') : { kind: 'percent', by }
  }
  return {
    ...of,
    error,
    put: (part) => {
      setOf((now) => ({ ...now, ...part }))
      setError(undefined)
    },
    read: () => {
      const read = act()
      if (typeof read !== 'string') return read
      setError(read)
      return undefined
    },
  }
}
