import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { textIn } from '#contract/text/locales.ts'
import { inOrderOf } from '#contract/products/values.ts'
import type { StoreProduct } from '#contract/products/schema-row.ts'
import { later } from '../../../../data/loading/later.tsx'
import { useFormat } from '../../../../parts/format/use-format.ts'
import { List, ListRow } from '../../../../ui/blocks/list.tsx'
import { Sheet } from '../../../../ui/layers/sheet.tsx'
import { Skeleton } from '../../../../ui/blocks/skeleton.tsx'
import styles from '../../centre.module.css'

/** Loaded on a tap. */
const StockForm = later('stock-form', async () => (await import('./stock-form-later.tsx')).StockForm)

/** The pieces on the shelf of each choice. They are changed at once, apart from the product's form. */
export function GoodsStock({ goods }: { goods: StoreProduct }) {
  const { t } = useTranslation()
  const { number, locale } = useFormat()
  const [open, setOpen] = useState<string>()
  const choices = inOrderOf(goods.variants)
  const rows =
    choices.length === 0
      ? [{ sku: '', name: t('storeGoods.onShelf'), num: goods.stock }]
      : choices.map(([sku, { label }]) => ({ sku, name: textIn(label, locale) || sku, num: goods.stocks[sku] ?? 0 }))
  const asked = rows.find(({ sku }) => sku === open)
  return (
    <>
      <List label={t('storeGoods.stock')}>
        {rows.map(({ sku, name, num }) => (
          <ListRow
            key={sku}
            title={<bdi>{name}</bdi>}
            text={t('storeGoods.stockOf', { n: number(num) })}
            end={<span className={styles.act}>{t('storeGoods.stockChange')}</span>}
            onPress={() => setOpen(sku)}
          />
        ))}
      </List>
      <Sheet open={asked !== undefined} onClose={() => setOpen(undefined)} title={asked?.name ?? ''}>
        {asked && (
          <StockForm
            id={goods.id}
            sku={asked.sku}
            now={asked.num}
            done={() => setOpen(undefined)}
            instead={<Skeleton height="14rem" />}
          />
        )}
      </Sheet>
    </>
  )
}
