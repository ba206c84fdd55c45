import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { locales, textIn } from '#contract/text/locales.ts'
import type { BackOrders } from '#contract/products/back-orders.ts'
import { partIn, type GoodsFields, type GoodsPatch, type GoodsVariant } from '#contract/products/rules.ts'
import type { Deal } from '#contract/prices/deals.ts'
import { useFormat } from '../../../parts/format/use-format.ts'
import { exactTime } from '../../../ui/time.tsx'
import { useCategoryNames } from './use-category-names.ts'
import { GoodsThumb } from './goods-thumb.tsx'
import styles from './goods.module.css'

/** The parts of a product in words: what each is called, and what it says. Amounts are of `currency`. */
export function usePartText(currency: string): {
  nameOf(part: string): string
  valueOf(part: string, patch: GoodsPatch): ReactNode
} {
  const { t } = useTranslation()
  const format = useFormat()
  const categories = useCategoryNames()
  const nameOf = (part: string): string => {
    const at = part.indexOf('.')
    const [field, key] = at < 0 ? [part, ''] : [part.slice(0, at), part.slice(at + 1)]
    if (field === 'variants') return t('storeGoods.part.variant', { name: key })
    const name = t(`storeGoods.part.${field as Exclude<keyof GoodsFields, 'variants'>}`)
    return key === '' ? name : `${name} · ${locales.find((l) => l.code === key)?.name ?? key}`
  }
  const valueOf = (part: string, patch: GoodsPatch): ReactNode => {
    const value = partIn(patch, part)
    if (part === 'pictures')
      return (
        <span className={styles.thumbs}>
          {(value as string[]).map((src) => (
            <GoodsThumb key={src} src={src} />
          ))}
        </span>
      )
    const text = textOf(part, value, patch.currency ?? currency)
    return text === '' ? t('storeGoods.nothing') : <bdi>{text}</bdi>
  }
  const textOf = (part: string, value: unknown, of: string): string => {
    if (value === null || value === undefined) return ''
    if (part.startsWith('variants.')) {
      const { label, extra, weight } = value as GoodsVariant
      const grams = weight !== undefined && t('storeGoods.grams', { n: format.number(weight) })
      return [textIn(label, format.locale), extra > 0 && `+ ${format.money(extra, of)}`, grams]
        .filter(Boolean)
        .join(' · ')
    }
    if (part === 'ladder')
      return (value as GoodsFields['ladder'])
        .map(({ from, price }) => `${format.number(from)}: ${format.money(price, of)}`)
        .join(' · ')
    if (part === 'deal') {
      const { percent, until } = value as Deal
      return t('deal.less', { percent: format.percent(-percent / 100), when: exactTime(until, format.locale) })
    }
    if (part === 'back') {
      const { pieces, days } = value as BackOrders
      return t('storeGoods.backWithin', { n: format.number(pieces), count: days })
    }
    if (part === 'attributes')
      return (value as GoodsFields['attributes']).map((one) => `${one.name}: ${one.value}`).join(' · ')
    if (part === 'weight') return value === 0 ? '' : t('storeGoods.grams', { n: format.number(value as number) })
    if (part === 'categoryId') return categories?.get(value as number) ?? `#${String(value)}`
    return typeof value === 'number' ? format.number(value) : String(value as string)
  }
  return { nameOf, valueOf }
}
