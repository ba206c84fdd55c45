import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { decimalOf } from '#contract/rules/money.ts'
import { earningsSince, type EarningEntry } from '#localdb/queries/earnings.ts'
import { links } from '../../app/links.ts'
import { useLanguage } from '../../data/use-language.ts'
import { useStoreLive } from '../../data/use-store.ts'
import { DayChart } from '../../parts/day-chart.tsx'
import { useFormat } from '../../parts/use-format.ts'
import { Button } from '../../ui/button.tsx'
import { Card, Section } from '../../ui/card.tsx'
import { List, ListRow } from '../../ui/list.tsx'
import { Select } from '../../ui/select.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { exactTime, useNow } from '../../ui/time.tsx'
import { byDay, lastDays } from './earnings-days.ts'
import { useStoreParam } from './in-store.tsx'
import styles from './sales.module.css'

type Span = '7' | '30' | '90'
const spans = ['7', '30', '90'] as const
const A_PAGE = 40

/** What came to the store on each of the last days, and what each sum is made of; without a network, too. */
export function EarningsSection() {
  const { t } = useTranslation()
  const now = useNow()
  const [span, setSpan] = useState<Span>('30')
  return (
    <Section title={t('earnings.title')}>
      <Select<Span>
        label={t('earnings.span')}
        value={span}
        choices={spans.map((value) => ({ value, label: t('earnings.days', { count: Number(value) }) }))}
        onChange={setSpan}
      />
      {now === undefined ? <Skeleton height="14rem" /> : <Earned count={Number(span)} now={now} />}
    </Section>
  )
}

function Earned({ count, now }: { count: number; now: number }) {
  const { t } = useTranslation()
  const { money, compact } = useFormat()
  // The days are others only once one has passed: what is drawn stands until then.
  const { days, from } = lastDays(count, now)
  const names = days.join(' ')
  const earnings = useStoreLive(useMemo(() => earningsSince(from), [from]))
  const drawn = useMemo(() => {
    const each = names.split(' ')
    return { days: each, values: byDay(each, earnings?.entries ?? []) }
  }, [names, earnings])
  if (!earnings) return <Skeleton height="14rem" />
  if (!earnings.held) return <p className={styles.soft}>{t('earnings.nothing')}</p>
  const { amount, currency } = earnings.held
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
        <p className={styles.soft}>{t('earnings.held', { money: say(amount) })}</p>
      </Card>
      <Entries entries={earnings.entries} />
    </>
  )
}

/** The entries, each with its order. */
function Entries({ entries }: { entries: readonly EarningEntry[] }) {
  const { t } = useTranslation()
  const { money } = useFormat()
  const language = useLanguage()
  const at = useStoreParam()
  const [most, setMost] = useState(A_PAGE)
  if (entries.length === 0) return <p className={styles.soft}>{t('earnings.none')}</p>
  return (
    <>
      <List label={t('earnings.entries')}>
        {entries.slice(0, most).map((one) => (
          <ListRow
            key={`${one.id} ${one.at} ${one.amount}`}
            title={<bdi>{one.number}</bdi>}
            text={`${t(one.amount < 0 ? 'earnings.back' : 'earnings.came')} · ${exactTime(one.at, language)}`}
            end={money(one.amount, one.currency)}
            href={links.sale(one.id, at)}
          />
        ))}
      </List>
      {entries.length > most && (
        <Button kind="secondary" onClick={() => setMost(most + A_PAGE)}>
          {t('orders.showMore')}
        </Button>
      )}
    </>
  )
}
