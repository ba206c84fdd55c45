import PackageX from 'lucide-react/icons/package-x'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useParams } from 'wouter'
import { textIn } from '#contract/text/locales.ts'
import { blankGoods, fieldsOfRow, patched, type GoodsFields } from '#contract/products/rules.ts'
import type { StoreProduct } from '#contract/products/schema-row.ts'
import { goodsById, goodsStateOf, type RefusedGoods } from '#localdb/queries/products/product.ts'
import { links } from '../../../../links/links.ts'
import { later } from '../../../../data/loading/later.tsx'
import { useStoreLive } from '../../../../data/stores/use-store.ts'
import { Screen } from '../../../../parts/screen/screen.tsx'
import { useFormat } from '../../../../parts/format/use-format.ts'
import { useStoreParam } from '../../../../parts/stores/open-desk.tsx'
import { useMoney } from '../../../../parts/money/use-money.tsx'
import { Button, ButtonLink } from '../../../../ui/controls/button.tsx'
import { Section } from '../../../../ui/blocks/card.tsx'
import { EmptyState } from '../../../../ui/blocks/empty-state.tsx'
import { Notice } from '../../../../ui/blocks/notice.tsx'
import { Skeleton } from '../../../../ui/blocks/skeleton.tsx'
import { GoodsFormFields, FORM } from './goods-form.tsx'
import { NewForm } from './goods-new-screen.tsx'
import styles from '../../centre.module.css'
import { InStore } from '../../in-store.tsx'
import { OffSaleNotice, useOffSale } from '../../off-sale.tsx'
import { useGoodsForm } from './use-goods-form.ts'

const GoodsStock = later('goods-stock', async () => (await import('./goods-stock-later.tsx')).GoodsStock)
const GoodsRemove = later('goods-remove', async () => (await import('./goods-remove-later.tsx')).GoodsRemove)

/** Few products are ever asked about. */
const GoodsClash = later('goods-clash', async () => (await import('./goods-clash-later.tsx')).GoodsClashScreen)

/** One product of a store: what is written of it, what is on the shelf, and whether it is on sale. */
export function GoodsOneScreen() {
  return (
    <InStore>
      <One />
    </InStore>
  )
}

function One() {
  const { t } = useTranslation()
  const { locale } = useFormat()
  const { id } = useParams<{ id: string }>()
  const store = useStoreParam()
  const one = useStoreLive(useMemo(() => goodsById(id), [id]))
  if (one === undefined)
    return (
      <Screen width="narrow">
        <Skeleton height="6rem" />
        <Skeleton height="24rem" />
      </Screen>
    )
  if (one === null)
    return (
      <Screen width="narrow">
        <EmptyState
          icon={<PackageX />}
          title={t('refusals.goodsGone')}
          action={<ButtonLink href={links.centreGoods(store)}>{t('storeGoods.toList')}</ButtonLink>}
        />
      </Screen>
    )
  const { goods, clash, refused } = one
  if (!goods) return refused ? <RefusedNew id={id} refused={refused} /> : null
  if (clash) return <GoodsClash key={clash.intentId} id={id} clash={clash} title={textIn(goods.title, locale)} />
  return <Edit goods={goods} refused={refused} />
}

/** A new product that the market refused, as it was typed. */
function RefusedNew({ id, refused }: { id: string; refused: RefusedGoods }) {
  const { market } = useMoney()
  const fields = patched(blankGoods(0, refused.patch.currency ?? market), refused.patch)
  return <NewForm before={blankGoods(0, fields.currency)} refused={{ ...refused, fields, id }} />
}

function Edit({ goods, refused }: { goods: StoreProduct; refused: RefusedGoods | undefined }) {
  const { t } = useTranslation()
  const { locale } = useFormat()
  const before: GoodsFields = fieldsOfRow(goods)
  const state = goodsStateOf(goods)
  const again = refused && !refused.made ? refused : undefined
  const { form, ...of } = useGoodsForm({
    id: goods.id,
    before,
    state,
    refused: again && { ...again, fields: patched(before, again.patch), id: goods.id },
  })
  const listed = state === 'listed'
  const offSale = useOffSale()
  return (
    <Screen
      width="narrow"
      title={textIn(goods.title, locale)}
      foot={
        <div className={styles.foot}>
          <Button kind="secondary" onClick={() => void of.save(listed ? 'hidden' : 'listed')}>
            {t(listed ? 'storeGoods.takeOff' : 'storeGoods.putOnSale')}
          </Button>
          <Button type="submit" form={FORM}>
            {t('storeGoods.save')}
          </Button>
        </div>
      }
    >
      <div className={styles.page}>
        <OffSaleNotice />
        {goods.barred && <Notice tone="bad">{t('refusals.goodsBarred', { why: goods.barred })}</Notice>}
        <p className={styles.soft}>
          {t(listed && offSale ? 'storeGoods.stands.waits' : `storeGoods.stands.${state}`)}{' '}
          {listed && goods.productId !== null && !offSale && (
            <a className={styles.act} href={links.goods(goods.productId)}>
              {t('storeGoods.seeIt')}
            </a>
          )}
        </p>
        <Section title={t('storeGoods.stock')}>
          <GoodsStock goods={goods} />
        </Section>
        <GoodsFormFields form={of} ref={form} />
        <GoodsRemove goods={goods} />
      </div>
    </Screen>
  )
}
