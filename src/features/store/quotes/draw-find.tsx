import { useContext, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { textIn } from '#contract/text/locales.ts'
import type { StoreProduct } from '#contract/products/schema-row.ts'
import { goodsByIds } from '#localdb/queries/quotes/draws.ts'
import { DeskContext } from '../../../data/stores/use-store.ts'
import { pictureSources } from '../../../parts/pictures/picture-sources.ts'
import { useFormat } from '../../../parts/format/use-format.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Field } from '../../../ui/controls/field.tsx'
import { PictureView } from '../../../ui/blocks/picture.tsx'
import styles from '../answers.module.css'
import { filtered } from '../products/goods-filter.ts'
import { useGoodsItems } from '../products/use-goods-items.ts'

const SHOWN = 5

interface DrawFindProps {
  /** The products that the order has already. */
  taken: readonly string[]
  /** The order's; undefined while it has no product. */
  currency: string | undefined
  onAdd(goods: StoreProduct): void
}

/** Finds the store's own goods that are on sale, and adds them to an order of one currency. */
export function DrawFind({ taken, currency, onAdd }: DrawFindProps) {
  const { t } = useTranslation()
  const { locale, money } = useFormat()
  const desk = useContext(DeskContext)
  const items = useGoodsItems()
  const [text, setText] = useState('')
  const found = filtered(items ?? [], 'listed', text).filter(
    (item) =>
      item.known &&
      !taken.includes(item.id) &&
      item.price !== undefined &&
      (currency ?? item.currency) === item.currency,
  )
  const add = async (id: string) => {
    const goods = desk && (await goodsByIds([id])(desk.user)).get(id)
    if (!goods) return
    onAdd(goods)
    setText('')
  }
  return (
    <div>
      <Field label={t('asks.drawFind')} type="search" value={text} onChange={(e) => setText(e.target.value)} />
      {items && found.length === 0 && <p className={styles.soft}>{t('asks.drawNothing')}</p>}
      {found.length > 0 && (
        <ul className={styles.rows}>
          {found.slice(0, SHOWN).map(({ id, title, code, picture, price, currency: of }) => (
            <li key={id} className={styles.find}>
              <span className={styles.thumb} aria-hidden="true">
                <PictureView sources={pictureSources(picture ?? null)} alt="" tint={picture?.tint} sizes="56px" />
              </span>
              <span className={styles.words}>
                <span className={styles.title} dir="auto" id={`find-${id}`}>
                  {textIn(title, locale)}
                </span>
                <span className={styles.soft}>
                  {code !== '' && (
                    <>
                      <bdi>{code}</bdi> ·{' '}
                    </>
                  )}
                  {money(price!, of)}
                </span>
              </span>
              <Button kind="secondary" small aria-describedby={`find-${id}`} onClick={() => void add(id)}>
                {t('asks.drawAdd')}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
