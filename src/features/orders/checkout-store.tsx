import { useTranslation } from 'react-i18next'
import { textIn } from '#contract/locales.ts'
import { links } from '../../app/links.ts'
import { useFormat } from '../../parts/use-format.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Field } from '../../ui/field.tsx'
import { Notice } from '../../ui/notice.tsx'
import type { Block, CheckoutStore } from './checkout-sums.ts'
import { OrderLineRow } from './order-line-row.tsx'
import { OrderSumsTable } from './order-sums-table.tsx'
import styles from './orders.module.css'

const REMARK_MAX = 500

/** One store's part of a checkout: its lines, totals and remark, and what keeps it from being placed. */
export function CheckoutStoreCard({
  store,
  remark,
  onRemark,
}: {
  store: CheckoutStore
  remark: string
  onRemark(text: string): void
}) {
  const { t } = useTranslation()
  const format = useFormat()
  const { shopName, lines, currency, sums, blocks } = store
  const mendable = blocks.some((block) => block.kind === 'minimum' || block.kind === 'tooMany')
  return (
    <Card flush>
      <section className={styles.order} aria-label={shopName}>
        <h2 className={styles.store}>
          <bdi>{shopName}</bdi>
        </h2>
        {blocks.length > 0 && (
          <Notice tone="warn">
            {blocks.map((block, n) => (
              <BlockText key={n} block={block} />
            ))}
            <p>{t('checkout.left')}</p>
            {mendable && (
              <ButtonLink kind="quiet" small href={links.cart}>
                {t('checkout.toCart')}
              </ButtonLink>
            )}
          </Notice>
        )}
        <ul className={styles.lines} aria-label={t('orders.lines', { shop: shopName })}>
          {lines.map((line) => (
            <OrderLineRow
              key={line.key}
              line={{
                id: line.id,
                num: line.num,
                price: line.price,
                title: line.product?.title,
                label: line.variant?.label,
                picture: line.variant?.picture ?? line.product?.picture,
              }}
              currency={currency}
              note={
                line.short !== undefined && (
                  <p className={styles.bad}>
                    {line.short === 0 ? t('cart.outOfStock') : t('checkout.short', { n: format.number(line.short) })}
                  </p>
                )
              }
            />
          ))}
        </ul>
        {sums && <OrderSumsTable sums={sums} currency={currency} />}
        <Field
          label={t('checkout.remark', { shop: shopName })}
          hint={t('checkout.remarkHint')}
          name="remark"
          autoComplete="off"
          maxLength={REMARK_MAX}
          value={remark}
          onChange={(e) => onRemark(e.target.value)}
        />
      </section>
    </Card>
  )
}

function BlockText({ block }: { block: Block }) {
  const { t } = useTranslation()
  const format = useFormat()
  if (block.kind === 'checking') return <p>{t('checkout.checking')}</p>
  if (block.kind === 'unknown') return <p>{t('checkout.unknown')}</p>
  if (block.kind === 'tooMany') return <p>{t('checkout.tooMany', { max: format.number(block.max) })}</p>
  const { product, id } = block.line
  const title = product ? textIn(product.title, format.locale) : t('cart.productFallback', { id })
  return <p>{t('orders.belowMinimum', { title, n: format.number(block.missing), goal: format.number(block.goal) })}</p>
}
