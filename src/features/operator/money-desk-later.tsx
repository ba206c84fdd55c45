import { useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { isRated } from '#contract/rules/coins.ts'
import { MARKET_CURRENCY } from '#contract/rules/exchange.ts'
import type { MoneyLimit } from '#contract/schema/operator-money.ts'
import { useLanguage } from '../../data/use-language.ts'
import { decimalTyped, latin } from '../../lists/typed-number.ts'
import { typedPrice } from '../../lists/typed-price.ts'
import { useErrors } from '../../parts/use-errors.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Section } from '../../ui/card.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Field } from '../../ui/field.tsx'
import { ListRow } from '../../ui/list.tsx'
import { exactTime } from '../../ui/time.tsx'
import { FiguresSection } from './figures-section.tsx'
import { FoundList } from './found-list.tsx'
import { OneSetting } from './one-setting.tsx'
import styles from './operator.module.css'
import { useAct } from './use-act.ts'
import { useDesk } from './use-desk.ts'

/** A limit as it is typed, as the server reads it. */
const plain = (typed: string): string => typedPrice(typed, MARKET_CURRENCY)
/** The same of a rate, which has any number of places. */
const plainRate = (typed: string): string => latin(typed).trim().replace(/[,٫]/, '.')

/** A whole number as it is typed, as the server reads it. */
const plainWhole = (typed: string): string => latin(typed).trim()

/** The limits, in the order of the screen: amounts of the market's currency first. */
const limits = [
  { what: 'second', label: 'operator.second', hint: 'operator.secondHint', read: plain },
  { what: 'unpaid', label: 'operator.unpaid', hint: 'operator.unpaidHint', read: plain },
  { what: 'withdrawOne', label: 'operator.withdrawOne', hint: 'operator.withdrawOneHint', read: plain },
  { what: 'withdrawTwo', label: 'operator.withdrawTwo', hint: 'operator.withdrawTwoHint', read: plain },
  { what: 'withdrawFactor', label: 'operator.withdrawFactor', hint: 'operator.withdrawFactorHint', read: plain },
  { what: 'rateStep', label: 'operator.rateStepLabel', hint: 'operator.rateStepHint', read: plainWhole },
  { what: 'rateAge', label: 'operator.rateAge', hint: 'operator.rateAgeHint', read: plainWhole },
  {
    what: 'payQuoteMinutes',
    label: 'operator.payQuoteMinutes',
    hint: 'operator.payQuoteMinutesHint',
    read: plainWhole,
  },
  {
    what: 'newAddressHours',
    label: 'operator.newAddressHours',
    hint: 'operator.newAddressHoursHint',
    read: plainWhole,
  },
  { what: 'storeDay', label: 'operator.storeDay', hint: 'operator.storeDayHint', read: plainWhole },
  { what: 'fee', label: 'operator.fee', hint: 'operator.feeHint', read: decimalTyped },
  { what: 'soleWaits', label: 'operator.soleWaits', hint: 'operator.soleWaitsHint', read: plainWhole },
] as const

/** The day's figures, exchange rates, and what one operator may do alone. */
export function MoneyDesk() {
  const { t } = useTranslation()
  const asked = useDesk('operator.money', {})
  const money = useAct('operator.moneySet')
  const language = useLanguage()
  const next = asked.data?.feeNext
  const later = next && t('operator.feeNext', { percent: next.fee, date: exactTime(next.from, language) })
  const set = async (what: MoneyLimit, amount: string) => {
    const answer = await money.act({ what, amount })
    return answer && answer.became !== 'waits'
  }
  return (
    <div className={styles.stack}>
      <FiguresSection />
      <Section title={t('operator.rates')}>
        <RateForm
          rates={asked.data?.rates ?? []}
          busy={money.busy}
          save={async (currency, amount, fixed) => {
            const act = { what: 'rate', currency, amount: plainRate(amount), fixed } as const
            const saved = (await money.act(act)) !== undefined
            if (saved) asked.again()
            return saved
          }}
        />
      </Section>
      <FoundList asked={asked} label={t('operator.rates')} rows={asked.data?.rates} empty={t('operator.noRates')}>
        {(one) => (
          <ListRow
            key={one.currency}
            title={
              <>
                {one.currency} {one.old && <Badge tone="bad">{t('operator.oldRate')}</Badge>}{' '}
                {one.stopped && <Badge tone="bad">{t('operator.stoppedRate')}</Badge>}
              </>
            }
            text={one.fixed ? t('operator.fixed') : exactTime(one.at, language)}
            end={one.rate}
          />
        )}
      </FoundList>
      {asked.data && (
        <Section title={t('operator.limits')}>
          <div className={styles.stack}>
            {limits.map(
              ({ what, label, hint, read }) =>
                asked.data?.[what] !== undefined && (
                  <OneSetting
                    key={what}
                    label={t(label)}
                    hint={what === 'fee' && later ? `${t(hint)} ${later}` : t(hint)}
                    value={String(asked.data[what])}
                    busy={money.busy}
                    save={(typed) => set(what, read(typed))}
                  />
                ),
            )}
          </div>
        </Section>
      )}
    </div>
  )
}

interface RateFormProps {
  /** The present rates. */
  rates: readonly { currency: string; fixed?: boolean | undefined }[]
  busy: boolean
  /** Resolves to whether it was taken. */
  save(currency: string, rate: string, fixed: boolean): Promise<boolean>
}

const order = ['currency', 'rate'] as const

/** Sets the rate of a currency or coin. */
function RateForm({ rates, busy, save }: RateFormProps) {
  const { t } = useTranslation()
  const errors = useErrors<(typeof order)[number]>(order)
  const [currency, setCurrency] = useState('')
  const [rate, setRate] = useState('')
  const [fixed, setFixed] = useState(false)
  const submit = async (e: FormEvent) => {
    e.preventDefault()
    const wrong = errors.show({
      ...(!isRated(currency.trim().toUpperCase()) && { currency: t('operator.currencyNeeded') }),
      ...(!rate.trim() && { rate: t('operator.rateNeeded') }),
    })
    if (wrong || !(await save(currency.trim(), rate.trim(), fixed))) return
    setCurrency('')
    setRate('')
    setFixed(false)
  }
  return (
    <form className={styles.stack} noValidate onSubmit={(e) => void submit(e)}>
      <div className={styles.fields}>
        <Field
          label={t('operator.currency')}
          autoCapitalize="characters"
          autoComplete="off"
          maxLength={5}
          {...errors.bind('currency', currency, (typed) => {
            setCurrency(typed)
            const present = rates.find((one) => one.currency === typed.trim().toUpperCase())
            if (present) setFixed(present.fixed === true)
          })}
        />
        <Field
          label={t('operator.rate')}
          inputMode="decimal"
          autoComplete="off"
          {...errors.bind('rate', rate, setRate)}
        />
      </div>
      <Checkbox checked={fixed} onChange={setFixed} label={t('operator.fixedRate')} />
      <div className={styles.acts}>
        <Button type="submit" kind="secondary" busy={busy}>
          {t('operator.setRate')}
        </Button>
      </div>
    </form>
  )
}
