import { useContext, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { decimalOf } from '#contract/currencies/money.ts'
import type { FiguresDay } from '#contract/operator/schema-desks.ts'
import { links } from '../../../links/links.ts'
import { saveFile } from '../../../data/save-file.ts'
import type { CallOutput } from '../../../data/use-call.ts'
import { DayChart } from '../../../parts/charts/day-chart.tsx'
import chart from '../../../parts/charts/day-chart.module.css'
import { useFormat, type Format } from '../../../parts/format/use-format.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Card, Section } from '../../../ui/blocks/card.tsx'
import { Select } from '../../../ui/controls/select.tsx'
import { Skeleton } from '../../../ui/blocks/skeleton.tsx'
import { AskedFailure } from '../asked-failure.tsx'
import { dayLists } from './day-lists.ts'
import { figuresFile } from './figures-file.ts'
import styles from '../operator.module.css'
import { DesksContext, useOperatorCall } from '../use-operator-call.ts'

type Figures = CallOutput<'operator.figures'>
type Span = '7' | '30' | '90'
const spans = ['7', '30', '90'] as const

/**
 * The figures of each day, in the order of their charts. `held` is the amount at the end of the day; all others count
 * that day alone.
 */
const figures = ['turnover', 'orders', 'held', 'fees', 'people', 'stores', 'problems', 'mails', 'bounces'] as const
type Figure = (typeof figures)[number]
const isMoney = (figure: Figure): boolean => ['turnover', 'held', 'fees'].includes(figure)

/** A figure in words, and its short form for the axis of a chart. */
const sayers = (format: Format, currency: string, figure: Figure) =>
  isMoney(figure)
    ? {
        say: (value: number) => format.money(value, currency),
        tick: (value: number) => format.compact(Number(decimalOf(value, currency))),
      }
    : { say: format.number, tick: (value: number) => (Number.isInteger(value) ? format.compact(value) : '') }

/** The market day by day: charts, and the same figures as a table. */
export function FiguresSection() {
  const { t } = useTranslation()
  const [days, setDays] = useState<Span>('7')
  const asked = useOperatorCall('operator.figures', { days: Number(days) })
  return (
    <Section title={t('operator.figures')}>
      <Select<Span>
        label={t('operator.span')}
        value={days}
        choices={spans.map((value) => ({ value, label: t('operator.days', { count: Number(value) }) }))}
        onChange={setDays}
      />
      {asked.failure && <AskedFailure failure={asked.failure} busy={asked.busy} again={asked.again} />}
      {!asked.data && !asked.failure && <Skeleton height="14rem" />}
      {asked.data && (
        <>
          <Charts data={asked.data} />
          <MailNow mail={asked.data.mail} />
          <Table data={asked.data} />
          <Button kind="secondary" small className={styles.file} onClick={() => save(asked.data!)}>
            {t('figures.csv')}
          </Button>
        </>
      )}
    </Section>
  )
}

const save = ({ days, currency }: Figures): void =>
  saveFile(`figures-${days.at(-1)?.day ?? ''}.csv`, figuresFile(days, currency), 'text/csv')

/** The current number of mails that wait, and of people whose mails come back. */
function MailNow({ mail }: { mail: Figures['mail'] }) {
  const { t } = useTranslation()
  const { number } = useFormat()
  if (!mail) return null
  return (
    <p className={styles.soft}>
      {t('figures.mailNow', { waiting: number(mail.waiting), bounced: number(mail.bounced) })}
    </p>
  )
}

function Charts({ data }: { data: Figures }) {
  const { t } = useTranslation()
  const format = useFormat()
  // A chart is drawn again for a new array, so each chart keeps its own for as long as the answer stands.
  const drawn = useMemo(() => {
    const days = data.days.map(({ day }) => day)
    return figures.map((figure) => ({ figure, days, values: data.days.map((day) => day[figure] ?? 0) }))
  }, [data])
  return (
    <div className={chart['charts']}>
      {drawn.map(({ figure, days, values }) => {
        const { say, tick } = sayers(format, data.currency, figure)
        const standing = figure === 'held'
        const sum = standing ? (values.at(-1) ?? 0) : values.reduce((all, value) => all + value, 0)
        return (
          <Card key={figure}>
            <DayChart
              title={t(`figures.${figure}`)}
              days={days}
              values={values}
              look={standing ? 'line' : 'bars'}
              sum={say(sum)}
              say={say}
              tick={tick}
            />
          </Card>
        )
      })}
    </div>
  )
}

function Table({ data }: { data: Figures }) {
  const { t } = useTranslation()
  const format = useFormat()
  return (
    <details>
      <summary className={styles.tableHead}>{t('figures.table')}</summary>
      {/* Wider than a phone: scrolled with keys, too. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div className={styles.scroll} role="region" aria-label={t('figures.table')} tabIndex={0}>
        <table className={styles.figures}>
          <thead>
            <tr>
              <th scope="col">{t('operator.day')}</th>
              {figures.map((figure) => (
                <th key={figure} scope="col">
                  {t(`figures.${figure}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {data.days.toReversed().map((day) => (
              <tr key={day.day}>
                <th scope="row">
                  <bdi dir="ltr">{day.day}</bdi>
                </th>
                {figures.map((figure) => (
                  <td key={figure}>
                    <Counted
                      figure={figure}
                      day={day}
                      text={sayers(format, data.currency, figure).say(day[figure] ?? 0)}
                    />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p className={styles.soft}>{t('figures.utc')}</p>
    </details>
  )
}

/** A figure of a day. It links to the list of the items it counts, if there is one and the operator may open it. */
function Counted({ figure, day, text }: { figure: Figure; day: FiguresDay; text: string }) {
  const { rights } = useContext(DesksContext)
  const list = dayLists[figure]
  if (!list || !day[figure] || !rights.includes(list.right)) return <>{text}</>
  return <a href={links.operator(list.desk, { day: day.day, by: list.by })}>{text}</a>
}
