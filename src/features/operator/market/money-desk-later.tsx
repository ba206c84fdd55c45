import { useTranslation } from 'react-i18next'
import type { MoneyLimit } from '#contract/market/schema-operator-money.ts'
import { useLanguage } from '../../../data/texts/use-language.ts'
import { decimalTyped, latin } from '../../../parts/forms/typed-number.ts'
import { typedPrice } from '../../../parts/forms/typed-price.ts'
import { useFormat } from '../../../parts/format/use-format.ts'
import { useMoney } from '../../../parts/money/use-money.tsx'
import { Section } from '../../../ui/blocks/card.tsx'
import { Skeleton } from '../../../ui/blocks/skeleton.tsx'
import { exactTime } from '../../../ui/time.tsx'
import { AskedFailure } from '../asked-failure.tsx'
import { FiguresSection } from '../figures/figures-section.tsx'
import { OneSetting } from '../one-setting.tsx'
import styles from '../operator.module.css'
import { useOperatorCall } from '../use-operator-call.ts'
import { useFeePreview } from './use-fee-preview.ts'
import { useSetLimit } from './use-set-limit.ts'

/** An amount of the market's currency as it is typed, as the server reads it. */
const plain = (typed: string, market: string): string => typedPrice(typed, market)

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
  { what: 'sweepPercent', label: 'operator.sweepPercent', hint: 'operator.sweepPercentHint', read: plainWhole },
  { what: 'fee', label: 'operator.fee', hint: 'operator.feeHint', read: decimalTyped },
  { what: 'soleWaits', label: 'operator.soleWaits', hint: 'operator.soleWaitsHint', read: plainWhole },
] as const

/** The day's figures, and what one operator may do alone. */
export function MoneyDesk() {
  const { t } = useTranslation()
  const asked = useOperatorCall('operator.money', {})
  const money = useSetLimit(asked.again)
  const language = useLanguage()
  const { market } = useMoney()
  const { number } = useFormat()
  const feePreview = useFeePreview(asked.data)
  const next = asked.data?.feeNext
  const later = next && t('operator.feeNext', { percent: next.fee, date: exactTime(next.from, language) })
  const most = asked.data?.storeDayMost
  const hintOf = (what: MoneyLimit, hint: string): string => {
    if (what === 'fee' && later) return `${hint} ${later}`
    return what === 'storeDay' && most !== undefined
      ? `${hint} ${t('operator.storeDayMost', { n: number(most) })}`
      : hint
  }
  return (
    <div className={styles.stack}>
      <FiguresSection />
      {asked.failure && <AskedFailure failure={asked.failure} busy={asked.busy} again={asked.again} />}
      {!asked.data && !asked.failure && <Skeleton height="24rem" />}
      {asked.data && (
        <Section title={t('operator.limits')}>
          <div className={styles.stack}>
            {limits.map(
              ({ what, label, hint, read }) =>
                asked.data?.[what] !== undefined && (
                  <OneSetting
                    key={what}
                    label={t(label)}
                    hint={hintOf(what, t(hint))}
                    unit={read === plain ? market : undefined}
                    value={String(asked.data[what])}
                    busy={money.busy}
                    preview={what === 'fee' ? feePreview : undefined}
                    save={(typed) => money.set(what, read(typed, market))}
                  />
                ),
            )}
          </div>
        </Section>
      )}
    </div>
  )
}
