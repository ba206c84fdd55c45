import Heart from 'lucide-react/icons/heart'
import Trash from 'lucide-react/icons/trash-2'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { textIn } from '#contract/text/locales.ts'
import { ladderPrice } from '#contract/prices/ladder.ts'
import { whyNotOrderable } from '#contract/catalogue/orderable.ts'
import type { CartItem } from '#localdb/queries/cart/items.ts'
import { links } from '../../links/links.ts'
import { useAreaOpen } from '../../parts/addresses/own-area-known.ts'
import { pictureSources } from '../../parts/pictures/picture-sources.ts'
import { Price } from '../../parts/money/price.tsx'
import { SyncMark } from '../../parts/sync/sync-mark.tsx'
import { useFormat } from '../../parts/format/use-format.ts'
import { whyNotTexts } from '../../parts/catalogue/why-not-texts.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Section } from '../../ui/blocks/card.tsx'
import { IconButton } from '../../ui/controls/icon-button.tsx'
import { PictureName } from '../../ui/blocks/picture-name.tsx'
import { PictureView } from '../../ui/blocks/picture.tsx'
import { Skeleton } from '../../ui/blocks/skeleton.tsx'
import { useKeptFocus } from '../../ui/use-kept-focus.ts'
import styles from './saved-lines.module.css'
import type { CartActs } from './use-cart-acts.ts'

/** The lines put aside for later. They count in no sum; each shows its current price and a button that puts it back. */
export function SavedLines({ lines, acts }: { lines: readonly CartItem[]; acts: CartActs }) {
  const { t } = useTranslation()
  const none = useRef<HTMLElement>(null)
  const item = useKeptFocus(
    lines.map(({ key }) => key),
    none,
  )
  if (lines.length === 0) return null
  return (
    <Section title={t('cart.aside')}>
      <ul className={styles.lines}>
        {lines.map((line) => (
          <li key={line.key} className={styles.line} ref={item(line.key)} tabIndex={-1}>
            <SavedLine line={line} acts={acts} />
          </li>
        ))}
      </ul>
    </Section>
  )
}

function SavedLine({ line, acts }: { line: CartItem; acts: CartActs }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { product, variant, ordered, gone, num } = line
  const named = product ?? ordered
  const title = named ? textIn(named.title, format.locale) : t('cart.productFallback')
  const label = variant?.label ?? ordered?.label
  const picture = variant?.picture ?? product?.picture ?? ordered?.picture
  const areaOpen = useAreaOpen()
  const why = product && whyNotOrderable(product, { gone, areaOpen })
  const extra = line.variantId === 0 ? 0 : variant?.extra
  const [price, currency] =
    product && extra !== undefined
      ? [ladderPrice(product.ladder, num, extra), product.currency]
      : [line.seenPrice, line.currency]
  return (
    <>
      <a href={links.goods(line.id)} className={styles.picture} tabIndex={-1} aria-hidden="true">
        <PictureView
          sources={pictureSources(picture)}
          alt=""
          tint={picture?.tint}
          sizes="56px"
          fallback={named && <PictureName title={title} brand={product?.brand} />}
        />
      </a>
      <div className={styles.words}>
        <a href={links.goods(line.id)} className={styles.title} dir="auto" aria-label={named ? undefined : title}>
          {named ? title : <Skeleton width="8rem" />}
        </a>
        <p className={styles.soft}>
          {label && <bdi>{textIn(label, format.locale)}</bdi>}
          <span>{t('goods.pieces', { n: format.number(num) })}</span>
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
          <p className={styles.price}>
            <Price amount={price} currency={currency} /> <span className={styles.soft}>{t('goods.each')}</span>
          </p>
        )}
      </div>
      <div className={styles.ends}>
        <Button kind="secondary" small onClick={() => acts.back(line)} aria-label={t('cart.backLine', { title })}>
          {t('cart.back')}
        </Button>
        <IconButton label={t('cart.favourLine', { title })} icon={<Heart />} onClick={() => acts.favour(line)} />
        <IconButton label={t('cart.removeLine', { title })} icon={<Trash />} onClick={() => acts.remove(line)} />
      </div>
    </>
  )
}
