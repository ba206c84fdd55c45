import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { knownOr } from '#contract/wire/open.ts'
import { answerBy, isOpenReport, nextReport, problems, reportStates, wishes } from '#contract/reports/rules.ts'
import { readStoreNotice } from '#localdb/queries/stores/centre.ts'
import type { SaleItem } from '#localdb/queries/stores/sales.ts'
import { useStoreLive } from '../../../data/stores/use-store.ts'
import { ShownPictures } from '../../../parts/pictures/shown-pictures.tsx'
import { useFormat } from '../../../parts/format/use-format.ts'
import { useStore } from '../../../parts/stores/open-desk.tsx'
import { Button } from '../../../ui/controls/button.tsx'
import { Card, Section } from '../../../ui/blocks/card.tsx'
import { exactTime, RelativeTime } from '../../../ui/time.tsx'
import { AnswerSheet, type ReportAnswer } from './answer-sheet.tsx'
import { PartList } from './part-list.tsx'
import styles from './sale.module.css'

type Report = NonNullable<SaleItem['reports']>[number]

/** The problems that the buyer reported, each with what was said to it and what the store can answer. */
export function SaleProblems({ sale }: { sale: SaleItem }) {
  const { t } = useTranslation()
  const reports = sale.reports ?? []
  if (reports.length === 0) return null
  return (
    <Card className={styles.headed}>
      <Section title={t('orders.problems')}>
        <ul className={styles.parts}>
          {reports.toReversed().map((report) => (
            <li key={report.id} className={styles.part}>
              <ReportRow sale={sale} report={report} />
            </li>
          ))}
        </ul>
      </Section>
    </Card>
  )
}

function ReportRow({ sale, report }: { sale: SaleItem; report: Report }) {
  const { t } = useTranslation()
  const { money, locale, number } = useFormat()
  const state = knownOr(reportStates, report.state, 'newer')
  const currency = sale.due?.currency ?? sale.currency
  const { holidayFrom: from, holidayTo: to } = useStoreLive(readStoreNotice) ?? {}
  const turns = [
    [t('papers.buyer'), report.text],
    [t('centre.weSaid'), report.answer ?? ''],
    [t('orders.caravanSays'), report.verdict ?? ''],
  ].filter(([, words]) => words !== '')
  return (
    <>
      <div className={styles.head}>
        <h3 className={styles.name}>{t(`orders.problem.${knownOr(problems, report.problem, 'newer')}`)}</h3>
        <span className={styles.state}>
          <RelativeTime at={report.at} />
        </span>
      </div>
      <PartList sale={sale} parts={[report.line]} />
      <p className={styles.soft}>
        {t('orders.parcelOf', { n: number(report.parcel) })} ·{' '}
        {t(`centre.wish.${knownOr(wishes, report.wish, 'newer')}`)}
      </p>
      <ul className={styles.turns}>
        {turns.map(([who, words]) => (
          <li key={who}>
            <strong>{who}</strong>
            <span dir="auto">{words}</span>
          </li>
        ))}
      </ul>
      <ShownPictures pictures={report.pictures} />
      <p className={styles.stands} data-ended={!isOpenReport(report.state) || undefined}>
        {t(`centre.problem.${state}`, {
          money: money(state === 'refunded' ? report.refunded : (report.offer ?? 0), currency),
          time: exactTime(answerBy(report.turnAt, from && to ? { from, to } : null), locale),
        })}
      </p>
      <Answers sale={sale} report={report} />
    </>
  )
}

/** The ways to answer that there are; money is an owner's to offer. */
function Answers({ sale, report }: { sale: SaleItem; report: Report }) {
  const { t } = useTranslation()
  const { role } = useStore()
  const [answering, setAnswering] = useState<ReportAnswer>()
  const ways = (['decline', 'replace', 'offer'] as const).filter(
    (way) => nextReport(report.state, way) !== undefined && (way !== 'offer' || role === 'owner'),
  )
  if (ways.length === 0) return null
  return (
    <>
      <div className={styles.acts}>
        {ways.map((way) => (
          <Button key={way} kind={way === 'decline' ? 'quiet' : 'secondary'} small onClick={() => setAnswering(way)}>
            {t(`centre.answer.${way}`)}
          </Button>
        ))}
      </div>
      <AnswerSheet sale={sale} report={report} way={answering} onClose={() => setAnswering(undefined)} />
    </>
  )
}
