import { useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { minorPlaces } from '#contract/currencies/money.ts'
import { isCoin } from '#contract/coins/assets.ts'
import { readRate } from '#contract/currencies/rates.ts'
import type { DeskRate } from '#contract/currencies/schema-operator.ts'
import { AreaField } from '../../../parts/addresses/area-field.tsx'
import { useErrors } from '../../../parts/forms/use-errors.ts'
import { useFormat } from '../../../parts/format/use-format.ts'
import { useMoney } from '../../../parts/money/use-money.tsx'
import { Button } from '../../../ui/controls/button.tsx'
import { Checkbox } from '../../../ui/controls/checkbox.tsx'
import type { Choice } from '../../../ui/controls/combobox.tsx'
import { Field } from '../../../ui/controls/field.tsx'
import styles from '../operator.module.css'
import { typedRate } from './typed-rate.ts'
import { useRateWords } from './use-rate-words.ts'
import { useSetRates } from './use-set-rates.ts'

const order = ['currency', 'rate'] as const

interface RateFormProps {
  /** The rate that is changed; absent for a new one, which is chosen from `choices`. */
  rate?: DeskRate
  choices?: readonly Choice[]
  /** How far one operator alone moves a rate (percent). */
  step: number
  /** `waits`: the codes that wait for another operator. */
  onDone(waits: readonly string[]): void
}

/** Sets the rate of a currency or coin, with the meaning of the typed rate beside it. */
export function RateForm({ rate, choices = [], step, onDone }: RateFormProps) {
  const { t } = useTranslation()
  const { number } = useFormat()
  const { market } = useMoney()
  const errors = useErrors<(typeof order)[number]>(order)
  const { set, busy } = useSetRates()
  const [currency, setCurrency] = useState(rate?.currency ?? '')
  const [text, setText] = useState(rate?.rate ?? '')
  const [fixed, setFixed] = useState(rate?.fixed ?? false)
  const amount = typedRate(text)
  const isRead = readRate(amount) !== undefined
  const submit = async (e: FormEvent) => {
    e.preventDefault()
    const wrong = errors.show({
      ...(currency === '' && { currency: t('ratesDesk.chooseNeeded') }),
      ...(!isRead && { rate: t('ratesDesk.badRate') }),
    })
    const waits = wrong ? undefined : await set([{ currency, amount, fixed }])
    if (waits) onDone(waits)
  }
  return (
    <form className={styles.stack} noValidate onSubmit={(e) => void submit(e)}>
      {!rate && (
        <AreaField
          label={t('ratesDesk.choose')}
          value={currency}
          choices={choices}
          onValue={(value) => {
            setCurrency(value)
            errors.clear('currency')
          }}
          {...errors.of('currency')}
        />
      )}
      <Field
        label={t('ratesDesk.rate', { market })}
        inputMode="decimal"
        autoComplete="off"
        {...errors.bind('rate', text, setText)}
      />
      {currency !== '' && isRead && <Echo currency={currency} amount={amount} />}
      {!rate && currency !== '' && !isCoin(currency) && (
        <p className={styles.soft}>{t('ratesDesk.places', { n: number(minorPlaces(currency)) })}</p>
      )}
      <Checkbox checked={fixed} onChange={setFixed} label={t('ratesDesk.fixed')} />
      <p className={styles.soft}>{t('ratesDesk.second', { percent: number(step) })}</p>
      <Button type="submit" wide busy={busy}>
        {t('ratesDesk.save')}
      </Button>
    </form>
  )
}

/** A typed rate in both directions, so that a misplaced decimal point is noticed. */
function Echo({ currency, amount }: { currency: string; amount: string }) {
  const { worth, inverse } = useRateWords()
  return (
    <p className={styles.soft}>
      <bdi dir="ltr">{worth(currency, amount)}</bdi> · <bdi dir="ltr">{inverse(currency, amount)}</bdi>
    </p>
  )
}
