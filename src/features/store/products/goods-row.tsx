import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import { textIn } from '#contract/text/locales.ts'
import { isLow, isSoldOut } from '#contract/catalogue/low-stock.ts'
import type { GoodsItem } from '#localdb/queries/products/items.ts'
import { links } from '../../../links/links.ts'
import { SyncMark } from '../../../parts/sync/sync-mark.tsx'
import { useFormat } from '../../../parts/format/use-format.ts'
import { Badge } from '../../../ui/blocks/badge.tsx'
import { exactTime } from '../../../ui/time.tsx'
import { GoodsThumb } from './goods-thumb.tsx'
import styles from './goods.module.css'

/** A product in the store's list: what it is, what it costs, what is left, and how it stands. */
export const GoodsRow = memo(function GoodsRow({
  item,
  store,
  offSale,
}: {
  item: GoodsItem
  store: number | undefined
  offSale: boolean
}) {
  const { t } = useTranslation()
  const format = useFormat()
  const { id, title, code, price, deal, currency, stock, choices, picture, pending } = item
  const facts = [
    price === undefined ? t('storeGoods.noPrice') : format.money(price, currency),
    deal &&
      t('deal.less', { percent: format.percent(-deal.percent / 100), when: exactTime(deal.until, format.locale) }),
    t('storeGoods.left', { n: format.number(stock) }),
    choices > 0 && t('storeGoods.choicesCount', { count: choices, n: format.number(choices) }),
  ]
  return (
    <article className={styles.row}>
      <GoodsThumb src={picture?.src} tint={picture?.tint} />
      <div className={styles.words}>
        <a className={styles.link} href={links.centreProduct(id, store)}>
          <bdi>{textIn(title, format.locale)}</bdi>
        </a>
        <span className={styles.facts}>{facts.filter(Boolean).join(' · ')}</span>
        {code && (
          <span className={styles.facts}>
            <bdi>{code}</bdi>
          </span>
        )}
      </div>
      <span className={styles.marks}>
        <GoodsBadge item={item} offSale={offSale} />
        {pending && <SyncMark />}
      </span>
    </article>
  )
})

/** How a product stands; nothing where it is on sale and there is enough of it. `offSale`: nothing of the store is. */
export function GoodsBadge({ item, offSale }: { item: GoodsItem; offSale: boolean }) {
  const { t } = useTranslation()
  if (item.asks) return <Badge tone="bad">{t('storeGoods.asks')}</Badge>
  if (item.barred) return <Badge tone="bad">{t('storeGoods.barred')}</Badge>
  if (item.state !== 'listed') return <Badge>{t(`storeGoods.state.${item.state}`)}</Badge>
  if (offSale) return <Badge tone="warn">{t('storeGoods.state.waits')}</Badge>
  if (isSoldOut(item)) return <Badge tone="bad">{t('storeGoods.state.soldOut')}</Badge>
  return isLow(item) ? <Badge tone="warn">{t('storeGoods.state.low')}</Badge> : null
}
