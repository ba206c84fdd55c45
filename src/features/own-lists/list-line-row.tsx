import X from 'lucide-react/icons/x'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { textIn } from '#contract/text/locales.ts'
import { ladderPrice } from '#contract/prices/ladder.ts'
import { whyNotOrderable } from '#contract/catalogue/orderable.ts'
import { productCode } from '#contract/catalogue/product-code.ts'
import { typedQuantity } from '#contract/cart/quantity.ts'
import type { ListedLine } from '#localdb/queries/own-lists/items.ts'
import { links } from '../../links/links.ts'
import { useAreaOpen } from '../../parts/addresses/own-area-known.ts'
import { pictureSources } from '../../parts/pictures/picture-sources.ts'
import { MoneyText } from '../../parts/money/price.tsx'
import { SyncMark } from '../../parts/sync/sync-mark.tsx'
import { useFormat } from '../../parts/format/use-format.ts'
import { whyNotTexts } from '../../parts/catalogue/why-not-texts.ts'
import { IconButton } from '../../ui/controls/icon-button.tsx'
import { Skeleton } from '../../ui/blocks/skeleton.tsx'
import { PictureName } from '../../ui/blocks/picture-name.tsx'
import { PictureView } from '../../ui/blocks/picture.tsx'
import type { ToastMessage } from '../../ui/layers/toast.tsx'
import styles from './own-lists.module.css'

interface LineRowProps {
  line: ListedLine
  onSet(to: number, done?: ToastMessage): void
  /** Puts it back after it was removed. */
  onRestore(): void
}

/** A line of a list: the product with its code and what it costs now, and the quantity. */
export function ListLineRow({ line, onSet, onRestore }: LineRowProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const { product, variant, gone, ordered, num } = line
  const texts = product?.title ?? ordered?.title
  const title = (texts && textIn(texts, format.locale)) || t('cart.productFallback')
  const label = variant?.label ?? ordered?.label
  const picture = variant?.picture ?? product?.picture ?? ordered?.picture
  const areaOpen = useAreaOpen()
  const why = product && whyNotOrderable(product, { gone, areaOpen })
  const remove = () => onSet(0, { text: t('lists.lineRemoved'), action: { label: t('lists.undo'), run: onRestore } })
  return (
    <div className={styles.line}>
      <a href={links.goods(line.id)} className={styles.picture} tabIndex={-1} aria-hidden="true">
        <PictureView
          sources={pictureSources(picture)}
          alt=""
          tint={picture?.tint}
          sizes="56px"
          fallback={<PictureName title={title} />}
        />
      </a>
      <div className={styles.words}>
        <a href={links.goods(line.id)} className={styles.title} dir="auto" aria-label={texts ? undefined : title}>
          {texts ? title : <Skeleton width="8rem" />}
        </a>
        <p className={styles.soft}>
          {label && <bdi>{textIn(label, format.locale)}</bdi>}
          <bdi dir="ltr">{productCode(line.id, line.variantId)}</bdi>
          {line.pending > 0 && <SyncMark />}
        </p>
        {why ? (
          <p className={styles.why}>
            {t(whyNotTexts[why.reason], {
              ...(why.params && {
                available: format.number(why.params.available),
                minimum: format.number(why.params.minimum),
              }),
            })}
          </p>
        ) : (
          product && (
            <p className={styles.soft}>
              <MoneyText amount={ladderPrice(product.ladder, num, variant?.extra)} currency={product.currency} />{' '}
              {t('goods.each')}
            </p>
          )
        )}
      </div>
      <div className={styles.ends}>
        <Quantity label={t('goods.quantityOf', { name: title })} num={num} onSet={(to) => onSet(to)} />
        <IconButton label={t('lists.removeLine', { title })} icon={<X />} onClick={remove} />
      </div>
    </div>
  )
}

/** The quantity, typed: it holds once the field is left, and what is no quantity gives way to the one before. */
function Quantity({ label, num, onSet }: { label: string; num: number; onSet(to: number): void }) {
  const [typed, setTyped] = useState<string>()
  const leave = () => {
    const to = typed === undefined ? undefined : typedQuantity(typed)
    setTyped(undefined)
    if (to !== undefined && to !== num) onSet(to)
  }
  return (
    <input
      className={styles.quantity}
      aria-label={label}
      inputMode="numeric"
      autoComplete="off"
      dir="ltr"
      maxLength={10}
      value={typed ?? String(num)}
      onChange={(e) => setTyped(e.target.value)}
      onBlur={leave}
      onKeyDown={(e) => {
        if (e.key === 'Enter') e.currentTarget.blur()
      }}
    />
  )
}
