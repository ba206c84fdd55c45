import { useTranslation } from 'react-i18next'
import { textIn } from '#contract/text/locales.ts'
import { chargedFor, isChargedByCountry } from '#contract/shipping/terms.ts'
import type { Product } from '#contract/catalogue/schema.ts'
import type { ProductShown } from '#localdb/queries/catalogue/goods.ts'
import { later } from '../../data/loading/later.tsx'
import { AddToList } from '../../parts/own-lists/add-to-list.tsx'
import { ProductCard } from '../../parts/catalogue/product-card.tsx'
import { Screen } from '../../parts/screen/screen.tsx'
import { useFormat } from '../../parts/format/use-format.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Card, Section } from '../../ui/blocks/card.tsx'
import { cx } from '../../ui/cx.ts'
import { Notice } from '../../ui/blocks/notice.tsx'
import { PullToRefresh } from '../../ui/scrolling/pull-to-refresh.tsx'
import { SkeletonText } from '../../ui/blocks/skeleton.tsx'
import { About } from './about.tsx'
import { BuyLine } from './buying/buy-line.tsx'
import { Delivery } from './delivery.tsx'
import { Gallery } from './gallery.tsx'
import styles from './goods.module.css'
import { LadderTable } from './buying/ladder-table.tsx'
import { PriceFacts, PriceBlock } from './price-block.tsx'
import { StoreLine } from './store-line.tsx'
import { useBuying, type Buying } from './buying/use-buying.ts'
import { useScrolledPast } from './use-scrolled-past.ts'
import { VariantRows } from './buying/variant-rows.tsx'
import { VariantSheet } from './buying/variant-sheet.tsx'

// The parts that depend on the person come after the page has taken over.
const BackNote = later('buying', async () => (await import('./buying/buying-later.tsx')).BackNote)
const BarEnd = later('bar-end', async () => (await import('./bar-end.tsx')).BarEnd)

/** Where a phone's picture has passed the bar. */
const PICTURE_PX = 200

interface GoodsBodyProps {
  goods: ProductShown
  product: Product
  /** A picture of it that is on the page already, whatever its size. */
  picture: string | undefined
  /** The server has answered that the product is no longer sold, or its store is closed. */
  gone: boolean
  /** Its store is closed for now. */
  closed: boolean
  loading: boolean
  /** The details that are not on this device cannot be loaded for now. */
  failed: boolean
  onRefresh(): Promise<void>
}

/** The body of a product's screen; at least the product's card is on this device. */
export function GoodsBody({ goods, product, picture, gone, closed, loading, failed, onRefresh }: GoodsBodyProps) {
  const format = useFormat()
  const { detail } = goods
  useScrolledPast(PICTURE_PX)
  const buying = useBuying(goods, product, { gone, closed, failed })
  const title = textIn(product.title, format.locale)
  const pictures = detail?.pictures.length ? detail.pictures : product.picture ? [product.picture] : []
  return (
    <Screen
      title={title}
      end={<BarEnd product={product} favourite={goods.favourite} />}
      foot={
        <div className={styles.bar}>
          <BuyLine buying={buying} way="add" />
        </div>
      }
    >
      <PullToRefresh onRefresh={onRefresh}>
        <div className={styles.body}>
          <div className={styles.pictures}>
            <Gallery
              pictures={pictures}
              title={title}
              brand={product.brand}
              toCome={(detail?.photosToCome ?? 0) > 0}
              under={picture}
            />
          </div>
          <div className={styles.side}>
            <div className={styles.box}>
              <PriceBlock
                {...{ product, at: goods.at }}
                quantity={buying.reckoned.pieces}
                taxes={
                  detail && !isChargedByCountry(goods.store?.terms)
                    ? chargedFor(detail, goods.store).taxBasisPoints
                    : undefined
                }
              />
              <p className={styles.title} dir="auto">
                {title}
              </p>
              <LadderTable product={product} quantity={buying.reckoned.pieces} onTake={buying.take} />
              <PriceFacts product={product} beyond={detail?.back?.beyond} />
              {detail?.back && product.stock > 0 && (
                <p className={styles.soft}>
                  <BackNote days={detail.back.days} instead={'\u00a0'} />
                </p>
              )}
              <Purchase buying={buying} />
            </div>
          </div>
          <Details goods={goods} buying={buying} loading={loading} />
        </div>
      </PullToRefresh>
      {buying.picking && <VariantSheet buying={buying} way={buying.picking} />}
    </Screen>
  )
}

/** The variants, on a desk the quantity and the total, and the way to buy at once; or that the store is closed. */
function Purchase({ buying }: { buying: Buying }) {
  const { t } = useTranslation()
  const { product, variants, why, closed, waiting, press, reckoned } = buying
  const listed = reckoned.chosen.map(({ variantId, num }) => ({
    id: product.id,
    shopId: product.storeId,
    variantId,
    num,
  }))
  return (
    <>
      {closed && <Notice tone="warn">{t('store.closed')}</Notice>}
      {variants.length > 0 ? (
        <VariantRows buying={buying} />
      ) : (
        product.choices > 0 && <SkeletonText lines={Math.min(product.choices, 4)} />
      )}
      <div className={styles.desk}>
        <BuyLine buying={buying} way="add" wide />
      </div>
      {!why && (
        <Button kind="secondary" wide busy={waiting === 'now'} onClick={() => press('now')}>
          {t('goods.buyNow')}
        </Button>
      )}
      <AddToList lines={listed} />
    </>
  )
}

/** The delivery terms, the store, the product's details beyond its card, and related products. */
function Details({ goods, buying, loading }: { goods: ProductShown; buying: Buying; loading: boolean }) {
  const { t } = useTranslation()
  const { detail, store, follow, related } = goods
  return (
    <div className={cx(styles.side, styles.more)}>
      {detail && (
        <Card>
          <Delivery detail={detail} store={store} reckoned={buying.reckoned} />
        </Card>
      )}
      {store && (
        <Card>
          <StoreLine store={store} follow={follow} product={goods.detail?.product.id} />
        </Card>
      )}
      {detail ? (
        <About detail={detail} />
      ) : loading ? (
        <Card>
          <SkeletonText lines={4} />
        </Card>
      ) : (
        <Notice>{t('goods.detailsMissing')}</Notice>
      )}
      {related.length > 0 && (
        <Section title={t('goods.related')}>
          <ul className={styles.related}>
            {related.map((p) => (
              <li key={p.id}>
                <ProductCard product={p} />
              </li>
            ))}
          </ul>
        </Section>
      )}
    </div>
  )
}
