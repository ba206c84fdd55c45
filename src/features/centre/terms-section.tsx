import { useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { decimalOf } from '#contract/rules/money.ts'
import { SHIPPING_MAX, TAX_MAX } from '#contract/rules/store-terms.ts'
import type { StoreNotice } from '#contract/schema/store-rows.ts'
import { storeNotice } from '#localdb/queries/centre.ts'
import { useStoreLive, useStoreMutate } from '../../data/use-store.ts'
import { decimalTyped } from '../../lists/typed-number.ts'
import { Button } from '../../ui/button.tsx'
import { Card, Section } from '../../ui/card.tsx'
import { Field } from '../../ui/field.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import styles from './centre.module.css'
import { typedAmount } from '../../lists/typed-price.ts'

type Terms = NonNullable<StoreNotice['terms']>

/** What an order of the store is charged beside its goods: shipping and taxes. */
export function TermsSection() {
  const { t } = useTranslation()
  const terms = useStoreLive(storeNotice)?.terms
  return (
    <Section title={t('centre.terms')}>
      {terms ? (
        <Form key={`${terms.currency}/${terms.shipping}/${terms.taxBasisPoints}`} terms={terms} />
      ) : (
        <Skeleton height="11rem" />
      )}
    </Section>
  )
}

/** A typed percentage in basis points; undefined when it is none, or too much. */
function typedRate(text: string): number | undefined {
  const plain = decimalTyped(text.replace(/[%٪％]/g, '')).trim()
  if (!/^\d{1,3}(\.\d{1,2})?$/.test(plain)) return undefined
  const points = Math.round(Number(plain) * 100)
  return points <= TAX_MAX ? points : undefined
}

function Form({ terms: { currency, shipping, taxBasisPoints } }: { terms: Terms }) {
  const { t } = useTranslation()
  const mutate = useStoreMutate()
  const [price, setPrice] = useState(shipping === 0 ? '' : decimalOf(shipping, currency))
  const [rate, setRate] = useState(taxBasisPoints === 0 ? '' : String(taxBasisPoints / 100))
  const [wrong, setWrong] = useState<{ price?: boolean; rate?: boolean }>({})
  const save = async (e: FormEvent) => {
    e.preventDefault()
    const amount = price.trim() === '' ? 0 : typedAmount(price, currency)
    const points = rate.trim() === '' ? 0 : typedRate(rate)
    const tooMuch = amount === undefined || amount > SHIPPING_MAX
    setWrong({ price: tooMuch, rate: points === undefined })
    if (tooMuch || points === undefined) return
    const change = {
      ...(amount !== shipping && { shipping: amount }),
      ...(points !== taxBasisPoints && { taxBasisPoints: points }),
    }
    await mutate('store.terms', change, { text: t('centre.saved'), kind: 'good' })
  }
  return (
    <Card>
      <form className={styles.form} onSubmit={(e) => void save(e)}>
        <Field
          label={t('centre.shipping', { currency })}
          hint={t('centre.shippingHint')}
          inputMode="decimal"
          dir="ltr"
          autoComplete="off"
          value={price}
          error={wrong.price ? t('centre.shippingWrong') : undefined}
          onChange={(e) => setPrice(e.target.value)}
        />
        <Field
          label={t('centre.taxes')}
          hint={t('centre.taxesHint')}
          inputMode="decimal"
          dir="ltr"
          autoComplete="off"
          value={rate}
          error={wrong.rate ? t('centre.taxesWrong') : undefined}
          onChange={(e) => setRate(e.target.value)}
        />
        <Button type="submit" wide>
          {t('centre.save')}
        </Button>
      </form>
    </Card>
  )
}
