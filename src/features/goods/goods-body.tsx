import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'wouter'
import { textIn } from '#contract/locales.ts'
import { ladderPrice, orderableQuantity } from '#contract/rules/ladder.ts'
import { whyNotOrderable } from '#contract/rules/orderable.ts'
import type { Product } from '#contract/schema/catalogue.ts'
import type { Goods } from '#localdb/queries/goods.ts'
import { links } from '../../app/links.ts'
import { usePerson } from '../../data/use-person.ts'
import { ProductCard } from '../../parts/product-card.tsx'
import { Screen } from '../../parts/screen.tsx'
import { useFormat } from '../../parts/use-format.ts'
import { Button } from '../../ui/button.tsx'
import { Card, Section } from '../../ui/card.tsx'
import { cx } from '../../ui/cx.ts'
import { Notice } from '../../ui/notice.tsx'
import { PullToRefresh } from '../../ui/pull-to-refresh.tsx'
import { SkeletonText } from '../../ui/skeleton.tsx'
import { Stepper } from '../../ui/stepper.tsx'
import { useToast } from '../../ui/toast.tsx'
import { About } from './about.tsx'
import { ActionBar } from './action-bar.tsx'
import { Delivery } from './delivery.tsx'
import { Gallery } from './gallery.tsx'
import styles from './goods.module.css'
import { Facts, PriceBlock } from './price-block.tsx'
import { StoreLine } from './store-line.tsx'
import { useBuy } from './use-buy.ts'
import { VariantPicker, type Chosen } from './variant-picker.tsx'

type Way = 'add' | 'now'

interface GoodsBodyProps {
  goods: Goods
  product: Product
  /** A picture of it that is on the page already, whatever its size. */
  picture: string | undefined
  /** The server has answered that the product is no longer sold. */
  gone: boolean
  loading: boolean
  onRefresh(): Promise<void>
}

/** The body of a product's screen; at least the product's card is on this device. */
export function GoodsBody({ goods, product, picture, gone, loading, onRefresh }: GoodsBodyProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const toast = useToast()
  const [, navigate] = useLocation()
  const person = usePerson()
  const { detail } = goods
  const [quantity, setQuantity] = useState(() => orderableQuantity(1, product.minimum, product.multiple))
  const [picking, setPicking] = useState<Way>()
  const buy = useBuy(product, goods.inCart)
  const variants = detail?.variants ?? []
  const title = textIn(product.title, format.locale)
  const pictures = detail?.pictures.length ? detail.pictures : product.picture ? [product.picture] : []

  const take = async (way: Way, chosen: readonly Chosen[]) => {
    if (way === 'now') {
      // An open sheet's history entry is replaced by the next screen, so the sheet is not closed first.
      if (await buy.now(chosen)) navigate(person?.guest ? links.cart : links.checkout())
      return
    }
    setPicking(undefined)
    await buy.add(chosen)
  }
  const press = (way: Way) => {
    const whyNot = whyNotOrderable(product, { gone: gone === true })
    if (whyNot) return toast({ text: t(`refusals.${whyNot.reason}`, { ...whyNot.params }), kind: 'bad' })
    if (variants.length > 0) return setPicking(way)
    if (product.choices > 0) return toast({ text: t('goods.choicesMissing'), kind: 'bad' })
    void take(way, [{ variantId: 0, num: quantity, price: ladderPrice(product.ladder, quantity) }])
  }
  return (
    <Screen
      title={title}
      foot={
        <ActionBar id={product.id} favourite={goods.favourite} onBuy={() => press('now')} onAdd={() => press('add')} />
      }
    >
      <PullToRefresh onRefresh={onRefresh}>
        <div className={styles.body}>
          <div className={styles.pictures}>
            <Gallery pictures={pictures} title={title} under={picture} />
          </div>
          <div className={styles.side}>
            {gone && <Notice tone="warn">{t('goods.gone')}</Notice>}
            <PriceBlock product={product} quantity={quantity} at={goods.at} />
            <p className={styles.title} dir="auto">
              {title}
            </p>
            <Facts product={product} />
            <Choice
              product={product}
              variants={variants.length}
              quantity={quantity}
              onQuantity={setQuantity}
              onPick={() => setPicking('add')}
            />
            <Seller goods={goods} />
          </div>
          <Details goods={goods} loading={loading} />
        </div>
      </PullToRefresh>
      {picking && (
        <VariantPicker
          open
          onClose={() => setPicking(undefined)}
          product={product}
          variants={variants}
          action={{
            label: t(picking === 'add' ? 'goods.addToCart' : 'goods.buyNow'),
            run: (chosen) => void take(picking, chosen),
          }}
        />
      )}
    </Screen>
  )
}

interface ChoiceProps {
  product: Product
  /** The number of variants. */
  variants: number
  quantity: number
  onQuantity(n: number): void
  onPick(): void
}

/** The choice of variants, or of the quantity. */
function Choice({ product, variants, quantity, onQuantity, onPick }: ChoiceProps) {
  const { t } = useTranslation()
  const format = useFormat()
  return variants > 0 ? (
    <Card className={styles.row}>
      <span className={styles.label}>{t('goods.choices')}</span>
      <Button kind="secondary" onClick={onPick}>
        {t('goods.chooseCount', { n: format.number(variants) })}
      </Button>
    </Card>
  ) : (
    product.choices === 0 && product.stock > 0 && (
      <Card className={styles.row}>
        <span className={styles.label} aria-hidden="true">
          {t('goods.quantity')}
        </span>
        <Stepper
          label={t('goods.quantity')}
          value={quantity}
          min={orderableQuantity(1, product.minimum, product.multiple)}
          step={product.multiple}
          max={Math.max(product.stock, product.minimum)}
          onChange={onQuantity}
        />
      </Card>
    )
  )
}

/** The product's details beyond its card, and related products. */
function Details({ goods: { detail, related }, loading }: { goods: Goods; loading: boolean }) {
  const { t } = useTranslation()
  return (
    <div className={cx(styles.side, styles.wide)}>
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

/** The store that sells the product, and the delivery terms. */
function Seller({ goods: { store, follow, detail } }: { goods: Goods }) {
  return (
    <>
      {store && (
        <Card>
          <StoreLine store={store} follow={follow} />
        </Card>
      )}
      {detail && (
        <Card>
          <Delivery detail={detail} />
        </Card>
      )}
    </>
  )
}
