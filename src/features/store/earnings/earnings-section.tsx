import Download from 'lucide-react/icons/download'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Earning } from '#contract/earnings/rules.ts'
import { decimalOf } from '#contract/currencies/money.ts'
import { earningsBetween, type EarningEntry, type HeldEntry } from '#localdb/queries/earnings.ts'
import { links } from '../../../links/links.ts'
import { useLanguage } from '../../../data/texts/use-language.ts'
import { saveFile } from '../../../data/save-file.ts'
import { useSettings } from '../../../data/use-settings.ts'
import { useStoreLive } from '../../../data/stores/use-store.ts'
import { DayChart } from '../../../parts/charts/day-chart.tsx'
import { useStoreParam } from '../../../parts/stores/open-desk.tsx'
import { useFeeText } from '../../../parts/money/use-fee-text.ts'
import { useFormat } from '../../../parts/format/use-format.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Card, Section } from '../../../ui/blocks/card.tsx'
import { intl } from '../../../ui/intl.ts'
import { List, ListRow } from '../../../ui/blocks/list.tsx'
import { Notice } from '../../../ui/blocks/notice.tsx'
import { Select } from '../../../ui/controls/select.tsx'
import { Skeleton } from '../../../ui/blocks/skeleton.tsx'
import { useNow } from '../../../ui/time.tsx'
import { sumsByDay, daysOf, periods, type Period } from './earnings-days.ts'
import { earningsFile } from './earnings-file.ts'
import { InvoicesSection } from './invoices-section.tsx'
import { StoreBalance } from './store-balance.tsx'
import styles from '../orders/sales.module.css'

const A_PAGE = 40

/** An entry without the market's fee. */
const netOf = ({ at, amount, fee }: Earning): { at: number; amount: number } => ({ at, amount: amount - fee })

/** The store's earnings on each day of a period, and the orders behind each sum. Works without a network, too. */
export function EarningsSection() {
  const { t } = useTranslation()
  const now = useNow()
  const [period, setPeriod] = useState<Period>('30')
  const label = (of: Period) =>
    of === 'month' || of === 'lastMonth' ? t(`earnings.${of}`) : t('earnings.days', { count: Number(of) })
  return (
    <div className={styles.stack}>
      <StoreBalance />
      <MarketFee />
      <Section title={t('earnings.title')}>
        <Select<Period>
          label={t('earnings.period')}
          value={period}
          choices={periods.map((value) => ({ value, label: label(value) }))}
          onChange={setPeriod}
        />
      </Section>
      {now === undefined ? (
        <Skeleton height="14rem" />
      ) : (
        <>
          <Earned period={period} now={now} />
          <InvoicesSection {...daysOf(period, now)} />
        </>
      )}
    </div>
  )
}

/** The market's fee where there is one, and a higher one that follows. */
function MarketFee() {
  const { t } = useTranslation()
  const fees = useSettings()?.fee
  const fee = useFeeText(fees)
  if (!fees || !fee || (fees.rate === 0 && !fees.next)) return null
  return (
    <Section title={t('fees.title')}>
      <div className={styles.stack}>
        <Card>{fee.fee}</Card>
        {fee.next !== undefined && <Notice tone="warn">{fee.next}</Notice>}
      </div>
    </Section>
  )
}

function Earned({ period, now }: { period: Period; now: number }) {
  const { t } = useTranslation()
  const { money, compact } = useFormat()
  // The days change only when one has passed. Until then the same arrays are drawn.
  const { days, from, until } = daysOf(period, now)
  const names = days.join(' ')
  const earnings = useStoreLive(useMemo(() => earningsBetween(from, until), [from, until]))
  const drawn = useMemo(() => {
    const each = names.split(' ')
    return { days: each, values: sumsByDay(each, (earnings?.entries ?? []).map(netOf)) }
  }, [names, earnings])
  if (!earnings) return <Skeleton height="14rem" />
  if (!earnings.held) return <p className={styles.soft}>{t('earnings.nothing')}</p>
  const { amount, currency, entries } = earnings.held
  const say = (value: number) => money(value, currency)
  return (
    <>
      <Card>
        <DayChart
          title={t('earnings.earned')}
          {...drawn}
          look="bars"
          sum={say(drawn.values.reduce((sum, value) => sum + value, 0))}
          say={say}
          tick={(value) => compact(Number(decimalOf(value, currency)))}
        />
        {amount > 0 && <p className={styles.held}>{t('earnings.held', { money: say(amount) })}</p>}
      </Card>
      {amount > 0 && <Held entries={entries} say={say} />}
      <Entries entries={earnings.entries} file={`earnings-${drawn.days[0]}-${drawn.days.at(-1)}.csv`} />
    </>
  )
}

/** The orders that the held money is for. */
function Held({ entries, say }: { entries: readonly HeldEntry[]; say(amount: number): string }) {
  const { t } = useTranslation()
  const language = useLanguage()
  const dayOf = intl('date', language, { dateStyle: 'medium' })
  return (
    <Section title={t('earnings.heldFor')}>
      <OrderRows
        label={t('earnings.heldFor')}
        rows={entries.map(({ id, number, amount, paidAt }) => ({
          key: id,
          id,
          number,
          text: t('earnings.heldSince', { date: dayOf.format(paidAt) }),
          sum: say(amount),
        }))}
      />
    </Section>
  )
}

interface OrderRow {
  key: string
  /** The order that the row leads to. */
  id: string
  number: string
  text: string
  sum: string
}

/** Sums, each leading to its order; the first of them, and more when asked. */
function OrderRows({ label, rows }: { label: string; rows: readonly OrderRow[] }) {
  const { t } = useTranslation()
  const at = useStoreParam()
  const [most, setMost] = useState(A_PAGE)
  return (
    <>
      <List label={label}>
        {rows.slice(0, most).map(({ key, id, number, text, sum }) => (
          <ListRow key={key} title={<bdi>{number}</bdi>} text={text} end={sum} href={links.sale(id, at)} />
        ))}
      </List>
      {rows.length > most && (
        <Button kind="secondary" onClick={() => setMost(most + A_PAGE)}>
          {t('orders.showMore')}
        </Button>
      )}
    </>
  )
}

/** The entries, each with its order; all of them as a file of this name, for the books. */
function Entries({ entries, file }: { entries: readonly EarningEntry[]; file: string }) {
  const { t } = useTranslation()
  const { money } = useFormat()
  const language = useLanguage()
  if (entries.length === 0) return <p className={styles.soft}>{t('earnings.none')}</p>
  const dayOf = intl('date', language, { dateStyle: 'medium' })
  return (
    <Section title={t('earnings.entries')}>
      <Button
        kind="secondary"
        small
        className={styles.file}
        icon={<Download />}
        onClick={() => saveFile(file, earningsFile(entries), 'text/csv')}
      >
        {t('earnings.file')}
      </Button>
      <OrderRows
        label={t('earnings.entries')}
        rows={entries.map((one) => ({
          key: `${one.id} ${one.nth}`,
          id: one.id,
          number: one.number,
          text: [
            t(one.amount < 0 ? 'earnings.back' : 'earnings.came'),
            dayOf.format(one.at),
            ...(one.fee === 0 ? [] : [t('earnings.fee', { money: money(one.fee, one.currency) })]),
          ].join(' · '),
          sum: money(netOf(one).amount, one.currency),
        }))}
      />
    </Section>
  )
}
