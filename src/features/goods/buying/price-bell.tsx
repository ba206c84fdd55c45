import Bell from 'lucide-react/icons/bell'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { convert } from '#contract/currencies/exchange.ts'
import { decimalOf } from '#contract/currencies/money.ts'
import type { Product } from '#contract/catalogue/schema.ts'
import { typedAmount } from '../../../parts/forms/typed-price.ts'
import { useErrors } from '../../../parts/forms/use-errors.ts'
import { useFormat } from '../../../parts/format/use-format.ts'
import { useMoney } from '../../../parts/money/use-money.tsx'
import { useWatch } from '../../../parts/watches/use-watch.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Field } from '../../../ui/controls/field.tsx'
import { IconButton } from '../../../ui/controls/icon-button.tsx'
import { Sheet } from '../../../ui/layers/sheet.tsx'
import styles from './price-bell.module.css'

/** A tenth less than now, which is what most wait for. */
const OFFER = 0.9

/** A bell beside the price: tells the person when it has fallen to what they say. */
export function PriceBell({ product }: { product: Product }) {
  const { t } = useTranslation()
  const [open, setOpen] = useState(false)
  const { watch } = useWatch({ what: 'price', id: product.id, currency: product.currency })
  return (
    <>
      <IconButton label={t('tellMe.price')} icon={<Bell />} pressed={!!watch} onClick={() => setOpen(true)} />
      <Sheet open={open} onClose={() => setOpen(false)} title={t('tellMe.price')}>
        <PriceForm product={product} onDone={() => setOpen(false)} />
      </Sheet>
    </>
  )
}

/** Typed in the currency that prices are shown in, and kept in the product's. */
function PriceForm({ product, onDone }: { product: Product; onDone(): void }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { rateOf, shown } = useMoney()
  const now = product.ladder[0]?.price ?? 0
  const { amount: shownNow, currency } = shown(now, product.currency)
  const { watch, set } = useWatch({ what: 'price', id: product.id, currency: product.currency })
  const [typed, setTyped] = useState<string>()
  const errors = useErrors(['price'])
  const offered = watch?.price ?? Math.floor(now * OFFER)
  const value = typed ?? decimalOf(shown(offered, product.currency).amount, currency)
  const asked = (): number | undefined => {
    if (typed === undefined) return offered
    const minor = typedAmount(typed, currency)
    return minor === undefined ? undefined : convert(minor, currency, product.currency, rateOf)
  }

  const save = async () => {
    const price = asked()
    const wrong = price === undefined || price <= 0 || price >= now
    if (errors.show(wrong ? { price: t('tellMe.wrong', { amount: format.money(shownNow, currency) }) } : {})) return
    if (await set(true, { price: price! })) onDone()
  }
  const stop = async () => {
    if (await set(false)) onDone()
  }
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(e) => {
        e.preventDefault()
        void save()
      }}
    >
      <Field
        {...errors.bind('price', value, setTyped)}
        label={t('tellMe.field', { currency })}
        hint={t('tellMe.now', { amount: format.money(shownNow, currency) })}
        inputMode="decimal"
        autoComplete="off"
      />
      <div className={styles.acts}>
        <Button type="submit">{t('tellMe.save')}</Button>
        {watch && (
          <Button kind="quiet" onClick={() => void stop()}>
            {t('tellMe.stop')}
          </Button>
        )}
      </div>
    </form>
  )
}
