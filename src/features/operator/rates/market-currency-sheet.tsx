import { useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { currencyCodes } from '#contract/currencies/codes.ts'
import { inChosen, worthLimits } from '#contract/currencies/market.ts'
import { rateText, readRate } from '#contract/currencies/rates.ts'
import type { DeskMarket, DeskRate } from '#contract/currencies/schema-operator.ts'
import { AreaField } from '../../../parts/addresses/area-field.tsx'
import { Facts } from '../../../parts/format/facts.tsx'
import { useErrors } from '../../../parts/forms/use-errors.ts'
import { useFormat } from '../../../parts/format/use-format.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Section } from '../../../ui/blocks/card.tsx'
import { Field } from '../../../ui/controls/field.tsx'
import { Sheet } from '../../../ui/layers/sheet.tsx'
import styles from '../operator.module.css'
import { typedRate } from './typed-rate.ts'
import { useAct } from '../use-act.ts'
import { useRateWords } from './use-rate-words.ts'

const order = ['currency', 'worth'] as const

/** The limits that are converted, as the money desk calls them. */
const labels = {
  secondEyesWorth: 'operator.second',
  unpaidWorth: 'operator.unpaid',
  withdrawOneWorth: 'operator.withdrawOne',
  withdrawTwoWorth: 'operator.withdrawTwo',
  withdrawFactorWorth: 'operator.withdrawFactor',
} as const satisfies Record<(typeof worthLimits)[number], string>

interface MarketCurrencySheetProps {
  market: DeskMarket
  rates: readonly DeskRate[]
  onClose(): void
  onChosen(): void
}

/** Chooses the market's currency and what one unit of the present one is worth in it, with the limits in sight. */
export function MarketCurrencySheet({ market, rates, onClose, onChosen }: MarketCurrencySheetProps) {
  const { t } = useTranslation()
  const { locale, decimalMoney } = useFormat()
  const { nameOf } = useRateWords()
  const errors = useErrors<(typeof order)[number]>(order)
  const { act, busy } = useAct('operator.currencyChoose')
  const [currency, setCurrency] = useState('')
  const [text, setText] = useState('')
  /** The currency for which the number was typed; empty before one was chosen. */
  const [numberOf, setNumberOf] = useState('')
  const worth = typedRate(text)
  const isRead = readRate(worth) !== undefined
  const choices = currencyCodes
    .filter((code) => code !== market.currency)
    .map((code) => ({ value: code, label: `${nameOf(code)} (${code})` }))
    .toSorted((a, b) => a.label.localeCompare(b.label, locale))
  const choose = (code: string) => {
    setCurrency(code)
    errors.clear('currency')
    if (code === '' || code === numberOf) return
    // The number of one currency never stays for another; where that has a rate, the number follows from it.
    if (numberOf !== '' || text === '') setText(worthBy(rates, code))
    setNumberOf(code)
  }
  const submit = async (e: FormEvent) => {
    e.preventDefault()
    const wrong = errors.show({
      ...(currency === '' && { currency: t('ratesDesk.chooseNeeded') }),
      ...(!isRead && { worth: t('ratesDesk.badRate') }),
    })
    if (!wrong && (await act({ currency, worth }))) onChosen()
  }
  return (
    <Sheet open onClose={onClose} title={t('ratesDesk.market')}>
      <form className={styles.stack} noValidate onSubmit={(e) => void submit(e)}>
        <AreaField
          label={t('ratesDesk.newMarket')}
          value={currency}
          choices={choices}
          onValue={choose}
          {...errors.of('currency')}
        />
        <Field
          label={t('ratesDesk.worthInNew', { code: market.currency })}
          inputMode="decimal"
          autoComplete="off"
          {...errors.bind('worth', text, setText)}
        />
        {currency !== '' && isRead && (
          <>
            <p className={styles.soft}>
              <bdi dir="ltr">
                {decimalMoney('1', market.currency)} = {decimalMoney(worth, currency)}
              </bdi>
            </p>
            <Afterwards market={market} currency={currency} worth={worth} />
          </>
        )}
        <p className={styles.soft}>{t('ratesDesk.converts')}</p>
        <Button type="submit" wide busy={busy}>
          {currency === '' ? t('ratesDesk.chooseMarket') : t('ratesDesk.useMarket', { code: currency })}
        </Button>
      </form>
    </Sheet>
  )
}

/** A unit of the present currency in another one, by the rate that this has; empty where it has none. */
function worthBy(rates: readonly DeskRate[], code: string): string {
  const rate = readRate(rates.find((one) => one.currency === code)?.rate ?? '')
  return rate ? rateText({ numerator: rate.denominator, denominator: rate.numerator }) : ''
}

/** Shows the limits in the chosen currency. */
function Afterwards({ market, currency, worth }: { market: DeskMarket; currency: string; worth: string }) {
  const { t } = useTranslation()
  const { money } = useFormat()
  const rate = readRate(worth)!
  const facts = worthLimits.flatMap((name) => {
    const limit = market.limits.find((one) => one.limit === name)
    const amount = limit && inChosen(limit.amount, market.currency, currency, rate)
    return amount === undefined ? [] : [[t(labels[name]), money(amount, currency)] as const]
  })
  return (
    <Section title={t('ratesDesk.limitsAfter')}>
      <Facts className={styles.facts} facts={facts} />
    </Section>
  )
}
