import Heart from 'lucide-react/icons/heart'
import { memo, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { whyNotOrderable } from '#contract/catalogue/orderable.ts'
import type { Product } from '#contract/catalogue/schema.ts'
import { links } from '../../links/links.ts'
import { useMutate } from '../../data/use-mutate.ts'
import { Badge } from '../../ui/blocks/badge.tsx'
import { IconButton } from '../../ui/controls/icon-button.tsx'
import { PictureName } from '../../ui/blocks/picture-name.tsx'
import { PictureView, type PicturePriority } from '../../ui/blocks/picture.tsx'
import { useFavouriteMark } from '../favourites/marks.tsx'
import { useAreaOpen } from '../addresses/own-area-known.ts'
import { pictureSources } from '../pictures/picture-sources.ts'
import { MoneyText, PriceRange } from '../money/price.tsx'
import styles from './product-card.module.css'
import { productTitle } from '#contract/catalogue/product-title.ts'
import { piecePrice, productTraits } from '#contract/catalogue/product-traits.ts'
import { SyncMark } from '../sync/sync-mark.tsx'
import { touch } from './touched.ts'
import { useFormat } from '../format/use-format.ts'
import { whyNotTexts } from './why-not-texts.ts'

interface ProductCardProps {
  product: Product
  /** Shows a heart button; without it only the mark of an unsent change is shown. */
  heart?: boolean
  /** When its picture is asked for. */
  priority?: PicturePriority | undefined
  /** CSS `sizes` of the picture; without it those of a card in a grid. */
  sizes?: string
}

/** Cards are two in a row on a phone, with the gutters, the gap and their borders beside the pictures. */
const IN_GRID = '(min-width: 1100px) 220px, (min-width: 576px) 33vw, calc(50vw - 24px)'

/** A product in a list: a link named by its title, with picture, unit price, minimum order and monthly sales. */
export const ProductCard = memo(function ProductCard({
  product,
  heart = false,
  priority,
  sizes = IN_GRID,
}: ProductCardProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const id = useId()
  const title = productTitle(product, format.locale)
  const traits = productTraits(product, title)
  const piece = piecePrice(product)
  const whyNot = whyNotOrderable(product, { areaOpen: useAreaOpen() })
  return (
    <article className={styles.card}>
      <PictureView
        sources={pictureSources(product.picture)}
        alt=""
        tint={product.picture?.tint}
        sizes={sizes}
        priority={priority}
        fallback={<PictureName title={title} brand={product.brand} />}
      />
      <div className={styles.words}>
        <a
          href={links.goods(product.id)}
          className={styles.link}
          aria-describedby={`${id}-facts`}
          onClick={(event) => touch(product, event.currentTarget)}
        >
          <span className={styles.title} dir="auto">
            {title}
          </span>
        </a>
        <div id={`${id}-facts`} className={styles.facts}>
          {traits.length > 0 && (
            <span className={styles.traits} dir="auto">
              {traits.join(' · ')}
            </span>
          )}
          <span className={styles.price}>
            <PriceRange product={product} />
            {product.deal && (
              <>
                {' '}
                <Badge tone="good">{format.percent(-product.deal.percent / 100)}</Badge>
              </>
            )}
          </span>
          <span className={styles.figures}>
            {piece !== undefined && (
              <span>
                <MoneyText amount={piece} currency={product.currency} /> {t('goods.each')}
              </span>
            )}
            <span>{t('product.minimum', { n: format.number(product.minimum) })}</span>
            {whyNot ? (
              <Badge tone="bad">{t(whyNotTexts[whyNot.reason], { ...whyNot.params })}</Badge>
            ) : (
              product.monthlySales > 0 && <span>{t('product.sold', { n: format.compact(product.monthlySales) })}</span>
            )}
          </span>
        </div>
      </div>
      {heart && <CardHeart id={product.id} title={title} />}
    </article>
  )
})

function CardHeart({ id, title }: { id: number; title: string }) {
  const { t } = useTranslation()
  const mutate = useMutate()
  const { on, pending } = useFavouriteMark(id)
  return (
    <span className={styles.corner}>
      {pending > 0 && <SyncMark />}
      <IconButton
        look="raised"
        icon={<Heart />}
        label={t('product.favouriteOf', { title })}
        pressed={on}
        onClick={() =>
          void mutate(
            'favourite.set',
            { id, on: !on },
            { text: t(on ? 'goods.uncollected' : 'goods.collected'), kind: 'good' },
          )
        }
      />
    </span>
  )
}
