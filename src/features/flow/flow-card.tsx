import Heart from 'lucide-react/icons/heart'
import ShoppingCart from 'lucide-react/icons/shopping-cart'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'wouter'
import { ladderPrice, orderableQuantity } from '#contract/prices/ladder.ts'
import { whyNotOrderable } from '#contract/catalogue/orderable.ts'
import type { Product } from '#contract/catalogue/schema.ts'
import { storeById } from '#localdb/queries/stores/store.ts'
import { links } from '../../links/links.ts'
import { useLive } from '../../data/use-live.ts'
import { useMutate } from '../../data/use-mutate.ts'
import { Converted } from '../../parts/money/converted.tsx'
import { useFavouriteMark } from '../../parts/favourites/marks.tsx'
import { useAreaOpen } from '../../parts/addresses/own-area-known.ts'
import { pictureSources } from '../../parts/pictures/picture-sources.ts'
import { MoneyText, PriceRange } from '../../parts/money/price.tsx'
import { productTitle } from '#contract/catalogue/product-title.ts'
import { ShareButton } from '../../parts/catalogue/share-button.tsx'
import { SyncMark } from '../../parts/sync/sync-mark.tsx'
import { useFormat } from '../../parts/format/use-format.ts'
import { whyNotTexts } from '../../parts/catalogue/why-not-texts.ts'
import { Badge } from '../../ui/blocks/badge.tsx'
import { Button, ButtonLink } from '../../ui/controls/button.tsx'
import { IconButton } from '../../ui/controls/icon-button.tsx'
import { PictureName } from '../../ui/blocks/picture-name.tsx'
import { PictureView } from '../../ui/blocks/picture.tsx'
import styles from './flow.module.css'

interface FlowCardProps {
  product: Product
  /** It is the one in sight. */
  near: boolean
  place: number
  /** How many there are; -1 while there are more. */
  of: number
}

/** A product as large as the screen, with its price, its store, and what one may do with it. */
export function FlowCard({ product, near, place, of }: FlowCardProps) {
  const { locale } = useFormat()
  const id = useId()
  const title = productTitle(product, locale)
  const store = useLive((db) => storeById(db, product.storeId), [product.storeId])?.store
  return (
    <article className={styles.card} aria-labelledby={id} aria-posinset={place} aria-setsize={of}>
      <PictureView
        className={styles.picture}
        sources={pictureSources(product.picture)}
        alt=""
        tint={product.picture?.tint}
        sizes="(min-width: 1100px) 560px, 100vw"
        priority={near ? 'high' : 'auto'}
        fallback={<PictureName title={title} brand={product.brand} />}
      />
      <div className={styles.words}>
        <h2 id={id} className={styles.title} dir="auto">
          <a href={links.goods(product.id)}>{title}</a>
        </h2>
        <p className={styles.price}>
          <PriceRange product={product} />
        </p>
        <Converted rows={[product]} />
        <Facts product={product} />
        {store && (
          <a href={links.store(store.id)} className={styles.store}>
            <bdi>{store.name}</bdi>
          </a>
        )}
        <Acts product={product} title={title} />
      </div>
    </article>
  )
}

/** The first step at which it becomes cheaper, and the least quantity; or why it cannot be ordered. */
function Facts({ product }: { product: Product }) {
  const { t } = useTranslation()
  const format = useFormat()
  const whyNot = whyNotOrderable(product, { areaOpen: useAreaOpen() })
  if (whyNot) return <Badge tone="bad">{t(whyNotTexts[whyNot.reason], { ...whyNot.params })}</Badge>
  const step = product.ladder.find(({ from }) => from > product.minimum)
  return (
    <p className={styles.facts}>
      <span>{t('product.minimum', { n: format.number(product.minimum) })}</span>
      {step && (
        <span>
          {t('goods.stepAndUp', { from: format.number(step.from) })}:{' '}
          <MoneyText amount={step.price} currency={product.currency} />
        </span>
      )}
    </p>
  )
}

function Acts({ product, title }: { product: Product; title: string }) {
  const { t } = useTranslation()
  const mutate = useMutate()
  const [, navigate] = useLocation()
  const { on, pending } = useFavouriteMark(product.id)
  const { id, storeId, ladder, currency, minimum, multiple, choices } = product
  const whyNot = whyNotOrderable(product, { areaOpen: useAreaOpen() })
  const add = (): void => {
    const num = orderableQuantity(1, minimum, multiple)
    void mutate(
      'cart.add',
      { id, shopId: storeId, variantId: 0, num, price: ladderPrice(ladder, num), currency },
      {
        text: t('goods.added'),
        kind: 'good',
        action: { label: t('goods.viewCart'), run: () => navigate(links.cart) },
      },
    )
  }
  return (
    <div className={styles.acts}>
      {choices > 0 ? (
        <ButtonLink href={links.goods(id)}>{t('flow.choose')}</ButtonLink>
      ) : (
        !whyNot && (
          <Button icon={<ShoppingCart />} onClick={add}>
            {t('flow.add', { n: orderableQuantity(1, minimum, multiple) })}
          </Button>
        )
      )}
      {pending > 0 && <SyncMark />}
      <IconButton
        look="raised"
        icon={<Heart />}
        label={t('product.favouriteOf', { title })}
        pressed={on}
        onClick={() => void mutate('favourite.set', { id, on: !on })}
      />
      <ShareButton product={product} />
    </div>
  )
}
