import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { orderableQuantity } from '#contract/prices/ladder.ts'
import type { WhyNot } from '#contract/catalogue/orderable.ts'
import type { Product } from '#contract/catalogue/schema.ts'
import { MoneyText } from '../../../parts/money/price.tsx'
import { TellMe } from '../../../parts/watches/tell-me.tsx'
import { useFormat } from '../../../parts/format/use-format.ts'
import { useMoney } from '../../../parts/money/use-money.tsx'
import { whyNotTexts } from '../../../parts/catalogue/why-not-texts.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { cx } from '../../../ui/cx.ts'
import { Stepper } from '../../../ui/controls/stepper.tsx'
import styles from './buy-line.module.css'
import { orderableOf, unitPrice } from './choosing.ts'
import type { Buying, BuyingWay } from './use-buying.ts'

/** Quantity, line total and button side by side; or, in their place, why nothing can be bought. */
export function BuyLine({ buying, way, wide = false }: { buying: Buying; way: BuyingWay; wide?: boolean }) {
  const { t } = useTranslation()
  const { product, variants, why, closed, reckoned, waiting, press, pick } = buying
  const [limit, setLimit] = useState(false)
  if (why) return <WhyNothing why={why} closed={closed} product={product} />
  const { pieces } = reckoned
  const single = product.choices === 0
  return (
    <div className={cx(styles.line, wide && styles.wide)} role="group" aria-label={t('goods.actions')}>
      <p role="status" className={styles.note}>
        <BuyNote buying={buying} limit={limit} />
      </p>
      <div className={styles.row}>
        {single ? (
          <QuantityStepper buying={buying} onLimit={setLimit} />
        ) : (
          !wide && (
            <Button
              kind="secondary"
              className={styles.choose}
              disabled={variants.length === 0}
              onClick={() => pick(way)}
            >
              {pieces > 0 ? <Pieces n={pieces} /> : t('goods.chooseShort')}
            </Button>
          )
        )}
        <p className={styles.total} aria-live="polite">
          {pieces > 0 && (
            <>
              <strong>
                <Total buying={buying} />
              </strong>
              <span>
                {single ? (
                  <>
                    <MoneyText amount={unitPrice(product, pieces)} currency={product.currency} /> {t('goods.each')}
                  </>
                ) : (
                  wide && <Pieces n={pieces} />
                )}
              </span>
            </>
          )}
        </p>
        <Button kind="accent" className={styles.press} busy={waiting === way} onClick={() => press(way)}>
          {t(way === 'add' ? 'goods.addToCart' : 'goods.buyNow')}
        </Button>
      </div>
    </div>
  )
}

/** The sum of the lines as each is shown, as cart and checkout add them up. */
function Total({ buying: { product, reckoned } }: { buying: Buying }) {
  const { shown } = useMoney()
  const lines = reckoned.chosen.map(({ num, price }) => shown(num * price, product.currency))
  return <MoneyText amount={lines.reduce((sum, line) => sum + line.amount, 0)} currency={lines[0]!.currency} />
}

function Pieces({ n }: { n: number }) {
  const { t } = useTranslation()
  const format = useFormat()
  return <>{t('goods.pieces', { n: format.number(n) })}</>
}

/** The quantity of a product without variants. */
function QuantityStepper({ buying, onLimit }: { buying: Buying; onLimit(on: boolean): void }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { product, nums, setNum } = buying
  return (
    <Stepper
      label={t('goods.quantity')}
      value={nums.get(0) ?? 0}
      min={orderableQuantity(1, product.minimum, product.multiple)}
      step={product.multiple}
      max={orderableOf(product.stock, product.multiple)}
      format={format.number}
      onOver={() => onLimit(true)}
      onChange={(n) => {
        onLimit(false)
        setNum(0, n)
      }}
    />
  )
}

/**
 * A note on the chosen quantity: that the stock has no more, or how many pieces are missing until it can be ordered.
 */
function BuyNote({ buying, limit }: { buying: Buying; limit: boolean }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { product, reckoned } = buying
  if (limit) return <>{t('goods.onlyInStock', { n: format.number(product.stock) })}</>
  if (reckoned.missing > 0)
    return (
      <>
        {t('goods.more', {
          n: format.number(reckoned.missing),
          goal: format.number(reckoned.pieces + reckoned.missing),
        })}
      </>
    )
  return null
}

/** The reason why nothing can be bought, with a way to be notified when that is over. */
function WhyNothing({ why, closed, product }: { why: WhyNot; closed: boolean; product: Product }) {
  const { t } = useTranslation()
  return (
    <div className={styles.nothing}>
      <p className={styles.why} role="status">
        {closed ? t('store.closedShort') : t(whyNotTexts[why.reason], { ...why.params })}
      </p>
      <TellMe why={why} product={product} />
    </div>
  )
}
