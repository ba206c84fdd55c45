import Download from 'lucide-react/icons/download'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { decimalOf } from '#contract/rules/money.ts'
import { earningsBetween, type EarningEntry } from '#localdb/queries/earnings.ts'
import { links } from '../../app/links.ts'
import { useLanguage } from '../../data/use-language.ts'
import { saveFile } from '../../data/save-file.ts'
import { useStoreLive } from '../../data/use-store.ts'
import { DayChart } from '../../parts/day-chart.tsx'
import { useFormat } from '../../parts/use-format.ts'
import { Button } from '../../ui/button.tsx'
import { Card, Section } from '../../ui/card.tsx'
import { List, ListRow } from '../../ui/list.tsx'
import { Select } from '../../ui/select.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { exactTime, useNow } from '../../ui/time.tsx'
import { byDay, daysOf, periods, type Period } from './earnings-days.ts'
import { earningsFile } from './earnings-file.ts'
import { useStoreParam } from './in-store.tsx'
import styles from './sales.module.css'

const A_PAGE = 40

/** What came to the store on each of the last days, and what each sum is made of; without a network, too. */
export function EarningsSection() {
  const { t } = useTranslation()
  const now = useNow()
  const [period, setPeriod] = useState<Period>('30')
  const label = (of: Period) =>
    of === 'month' || of === 'lastMonth' ? t(`earnings.${of}`) : t('earnings.days', { count: Number(of) })
  return (
    <Section title={t('earnings.title')}>
      <Select<Period>
        label={t('earnings.period')}
        value={period}
        choices={periods.map((value) => ({ value, label: label(value) }))}
        onChange={setPeriod}
      />
      {now === undefined ? <Skeleton height="14rem" /> : <Earned period={period} now={now} />}
    </Section>
  )
}

function Earned({ period, now }: { period: Period; now: number }) {
  const { t } = useTranslation()
  const { money, compact } = useFormat()
  // The days are others only once one has passed: what is drawn stands until then.
  const { days, from, until } = daysOf(period, now)
  const names = days.join(' ')
  const earnings = useStoreLive(useMemo(() => earningsBetween(from, until), [from, until]))
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
      <Entries entries={earnings.entries} file={`earnings-${drawn.days[0]}-${drawn.days.at(-1)}.csv`} />
    </>
  )
}

/** The entries, each with its order; all of them as a file of this name, for the books. */
function Entries({ entries, file }: { entries: readonly EarningEntry[]; file: string }) {
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
      <Button kind="secondary" icon={<Download />} onClick={() => saveFile(file, earningsFile(entries), 'text/csv')}>
        {t('earnings.file')}
      </Button>
    </>
  )
}
