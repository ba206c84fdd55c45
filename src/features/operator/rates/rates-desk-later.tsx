import Coins from 'lucide-react/icons/coins'
import Plus from 'lucide-react/icons/plus'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { coins } from '#contract/coins/assets.ts'
import { currencyCodes } from '#contract/currencies/codes.ts'
import type { DeskRate } from '#contract/currencies/schema-operator.ts'
import { later } from '../../../data/loading/later.tsx'
import { useFormat } from '../../../parts/format/use-format.ts'
import { useMoney } from '../../../parts/money/use-money.tsx'
import { Badge } from '../../../ui/blocks/badge.tsx'
import { Button } from '../../../ui/controls/button.tsx'
import { EmptyState } from '../../../ui/blocks/empty-state.tsx'
import { useLabels } from '../../../ui/labels.ts'
import { List, ListRow } from '../../../ui/blocks/list.tsx'
import { Notice } from '../../../ui/blocks/notice.tsx'
import { Sheet } from '../../../ui/layers/sheet.tsx'
import { Skeleton } from '../../../ui/blocks/skeleton.tsx'
import { relativeTime, useNow } from '../../../ui/time.tsx'
import { AskedFailure } from '../asked-failure.tsx'
import styles from '../operator.module.css'
import { RateForm } from './rate-form.tsx'
import { RateSheet } from './rate-sheet.tsx'
import { SeveralRates } from './several-rates.tsx'
import { useOperatorCall } from '../use-operator-call.ts'
import { useListed } from '../use-listed.ts'
import { useRateWords } from './use-rate-words.ts'

const MarketCurrency = later(
  'market-currency',
  async () => (await import('./market-currency-later.tsx')).MarketCurrency,
)

/** The sheets that belong to no currency. */
const [NEW, SEVERAL] = ['new', 'several'] as const

/** The rates of the currencies and coins, with their age and source. */
export function RatesDesk() {
  const { t } = useTranslation()
  const { locale } = useFormat()
  const { nameOf } = useRateWords()
  const listed = useListed()
  const asked = useOperatorCall('operator.currencies', {})
  const [opened, setOpened] = useState<string>()
  const [waiting, setWaiting] = useState<readonly string[]>([])
  const { data } = asked
  if (!data)
    return asked.failure ? (
      <AskedFailure failure={asked.failure} busy={asked.busy} again={asked.again} />
    ) : (
      <Skeleton height="24rem" />
    )
  const { rates, step, market } = data
  const close = () => setOpened(undefined)
  const done = (waits: readonly string[]) => {
    close()
    setWaiting(waits)
    asked.again()
  }
  const chosen = rates.find(({ currency }) => currency === opened)
  // Rates to be removed come first. Coins come last: they have no other name than their code.
  const place = ({ currency, known }: DeskRate) => (known ? (nameOf(currency) === currency ? 2 : 1) : 0)
  const ordered = rates.toSorted(
    (a, b) => place(a) - place(b) || nameOf(a.currency).localeCompare(nameOf(b.currency), locale),
  )
  const known = ordered.filter((one) => one.known)
  return (
    <div className={styles.stack}>
      {asked.failure && <AskedFailure failure={asked.failure} busy={asked.busy} again={asked.again} />}
      {market && (
        <MarketCurrency market={market} rates={rates} onChosen={asked.again} instead={<Skeleton height="8rem" />} />
      )}
      <div className={styles.acts}>
        <Button icon={<Plus />} onClick={() => setOpened(NEW)}>
          {t('ratesDesk.add')}
        </Button>
        {known.length > 0 && (
          <Button kind="secondary" onClick={() => setOpened(SEVERAL)}>
            {t('ratesDesk.several')}
          </Button>
        )}
      </div>
      {waiting.length > 0 && <Notice>{t('ratesDesk.waiting', { names: listed(waiting.map(nameOf)) })}</Notice>}
      <Rates rates={ordered} open={setOpened} />
      {opened === NEW && <AddSheet rates={rates} step={step} onClose={close} onDone={done} />}
      {opened === SEVERAL && <SeveralRates rates={known} step={step} onClose={close} onDone={done} />}
      {chosen && <RateSheet key={chosen.currency} rate={chosen} step={step} onClose={close} onDone={done} />}
    </div>
  )
}

function Rates({ rates, open }: { rates: readonly DeskRate[]; open(currency: string): void }) {
  const { t } = useTranslation()
  const { nameOf, worth, sourceOf } = useRateWords()
  const { locale, justNow } = useLabels()
  const now = useNow()
  const { market } = useMoney()
  if (rates.length === 0)
    return <EmptyState icon={<Coins />} title={t('ratesDesk.none')} text={t('ratesDesk.noneText', { market })} />
  return (
    <List label={t('desks.rates')}>
      {rates.map((one) => (
        <ListRow
          key={one.currency}
          title={
            <>
              <bdi>{nameOf(one.currency)}</bdi> {one.old && <Badge tone="bad">{t('ratesDesk.old')}</Badge>}{' '}
              {one.stopped && <Badge tone="bad">{t('ratesDesk.stopped')}</Badge>}{' '}
              {one.waits && <Badge tone="warn">{t('ratesDesk.anotherWaits')}</Badge>}{' '}
              {!one.known && <Badge tone="bad">{t('ratesDesk.unknown')}</Badge>}
            </>
          }
          text={
            <>
              {one.fixed && `${t('ratesDesk.isFixed')} · `}
              {now !== undefined && `${relativeTime(one.at, now, locale, justNow)} · `}
              <bdi>{sourceOf(one)}</bdi>
            </>
          }
          end={<bdi dir="ltr">{worth(one.currency, one.rate)}</bdi>}
          onPress={() => open(one.currency)}
        />
      ))}
    </List>
  )
}

interface AddSheetProps {
  /** The rates that exist already. */
  rates: readonly DeskRate[]
  step: number
  onClose(): void
  onDone(waits: readonly string[]): void
}

/** Adds a currency in use or a coin, chosen by its name in the reader's language or its code. */
function AddSheet({ rates, step, onClose, onDone }: AddSheetProps) {
  const { t } = useTranslation()
  const { locale } = useFormat()
  const { market } = useMoney()
  const { nameOf } = useRateWords()
  const left = [...currencyCodes, ...coins].filter(
    (code) => code !== market && !rates.some(({ currency }) => currency === code),
  )
  const choices = left
    .map((code) => ({ value: code, label: nameOf(code) === code ? code : `${nameOf(code)} (${code})` }))
    .toSorted((a, b) => a.label.localeCompare(b.label, locale))
  return (
    <Sheet open onClose={onClose} title={t('ratesDesk.add')}>
      <RateForm choices={choices} step={step} onDone={onDone} />
    </Sheet>
  )
}
