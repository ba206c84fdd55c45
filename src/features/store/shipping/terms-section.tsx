import { useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { decimalOf } from '#contract/currencies/money.ts'
import { ELSEWHERE } from '#contract/shipping/charges.ts'
import { SHIPPING_MAX } from '#contract/shipping/terms.ts'
import type { StoreNotice } from '#contract/sync/schema-store-rows.ts'
import { useStoreMutateAll, type StoreAct } from '../../../data/stores/use-store.ts'
import { typedAmount } from '../../../parts/forms/typed-price.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Card, Section } from '../../../ui/blocks/card.tsx'
import { Checkbox } from '../../../ui/controls/checkbox.tsx'
import { Field } from '../../../ui/controls/field.tsx'
import { Skeleton } from '../../../ui/blocks/skeleton.tsx'
import styles from '../centre.module.css'
import { typedPercentage, writtenRate } from './typed-rate.ts'

type Terms = NonNullable<StoreNotice['terms']>

/** The charges on an order of the store everywhere, where no zone and no country says otherwise. */
export function TermsSection({ terms }: { terms: Terms | undefined }) {
  const { t } = useTranslation()
  return (
    <Section title={t('centre.terms')}>
      {terms ? <Form key={keyOf(terms)} terms={terms} /> : <Skeleton height="11rem" />}
    </Section>
  )
}

/** The key of the form: terms saved by another member replace the form. */
const keyOf = ({ currency, shipping, taxBasisPoints, taxIncluded, zones }: Terms): string =>
  [currency, shipping, taxBasisPoints, taxIncluded, zones?.length === 0].join('/')

function Form({ terms: { currency, shipping, taxBasisPoints, taxIncluded, zones } }: { terms: Terms }) {
  const { t } = useTranslation()
  const mutateAll = useStoreMutateAll()
  const [price, setPrice] = useState(shipping === 0 ? '' : decimalOf(shipping, currency))
  const [rate, setRate] = useState(writtenRate(taxBasisPoints))
  const [included, setIncluded] = useState(taxIncluded ?? false)
  const [wrong, setWrong] = useState<{ price?: boolean; rate?: boolean }>({})
  const save = async (e: FormEvent) => {
    e.preventDefault()
    const amount = price.trim() === '' ? 0 : typedAmount(price, currency)
    const points = rate.trim() === '' ? 0 : typedPercentage(rate)
    const tooMuch = amount === undefined || amount > SHIPPING_MAX
    setWrong({ price: tooMuch, rate: points === undefined })
    if (tooMuch || points === undefined) return
    const acts: StoreAct[] = []
    if (amount !== shipping) acts.push({ name: 'store.terms', payload: { shipping: amount } })
    // A server that does not send `taxIncluded` only knows taxes that are added.
    if (taxIncluded === undefined) {
      if (points !== taxBasisPoints) acts.push({ name: 'store.terms', payload: { taxBasisPoints: points } })
    } else if (points !== taxBasisPoints || included !== taxIncluded)
      acts.push({ name: 'store.taxes', payload: { taxes: { [ELSEWHERE]: { rate: points, included } } } })
    if (acts.length > 0) await mutateAll(acts, { text: t('centre.saved'), kind: 'good' })
  }
  return (
    <Card>
      <form className={styles.form} onSubmit={(e) => void save(e)}>
        {!zones?.length && (
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
        )}
        <Field
          label={t('centre.taxes')}
          hint={t(included ? 'taxes.includedHint' : 'centre.taxesHint')}
          inputMode="decimal"
          dir="ltr"
          autoComplete="off"
          value={rate}
          error={wrong.rate ? t('centre.taxesWrong') : undefined}
          onChange={(e) => setRate(e.target.value)}
        />
        {taxIncluded !== undefined && <Checkbox checked={included} label={t('taxes.include')} onChange={setIncluded} />}
        <Button type="submit" wide>
          {t('centre.save')}
        </Button>
      </form>
    </Card>
  )
}
