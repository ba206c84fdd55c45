import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { knownOr } from '#contract/wire/open.ts'
import { answerBy, isOpenReport, nextReport, problems, REPLY_WITHIN, reportStates } from '#contract/reports/rules.ts'
import type { Report } from '#contract/reports/schema-parts.ts'
import type { OrderItem } from '#localdb/queries/orders/items.ts'
import { announcedHoliday } from '#localdb/queries/stores/store.ts'
import { useLive } from '../../../data/use-live.ts'
import { ShownPictures } from '../../../parts/pictures/shown-pictures.tsx'
import { SyncMark } from '../../../parts/sync/sync-mark.tsx'
import { useFormat } from '../../../parts/format/use-format.ts'
import { usePieceTitle } from '../../../parts/orders/use-piece-title.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Card, Section } from '../../../ui/blocks/card.tsx'
import { intl } from '../../../ui/intl.ts'
import { RelativeTime } from '../../../ui/time.tsx'
import styles from './order-parcels.module.css'
import orders from '../orders.module.css'
import { useOrderActs } from '../use-order-acts.ts'

/** The problems that were reported with an order, each with what was said to it and what its buyer can answer. */
export function OrderProblems({ order }: { order: OrderItem }) {
  const { t } = useTranslation()
  const reports = order.reports ?? []
  if (reports.length === 0) return null
  return (
    <Card className={orders.headed}>
      <Section title={t('orders.problems')}>
        <ul className={styles.parcels}>
          {reports.toReversed().map((report) => (
            <li key={report.id} className={styles.parcel}>
              <ReportRow order={order} report={report} />
            </li>
          ))}
        </ul>
      </Section>
    </Card>
  )
}

function ReportRow({ order, report }: { order: OrderItem; report: Report }) {
  const { t } = useTranslation()
  const format = useFormat()
  const line = order.lines.find(({ id, variantId }) => id === report.line.id && variantId === report.line.variantId)
  const title = usePieceTitle()(line)
  return (
    <>
      <div className={styles.head}>
        <h3 className={styles.name}>{t(`orders.problem.${knownOr(problems, report.problem, 'newer')}`)}</h3>
        <span className={styles.state}>
          {order.pending > 0 && report.pictures.length < report.files.length && <SyncMark />}
          <RelativeTime at={report.at} />
        </span>
      </div>
      <p className={styles.soft} dir="auto">
        {t('orders.part', { n: format.number(report.line.num), title })}
      </p>
      <ul className={styles.turns}>
        <Turn who={t('orders.youSay')} words={report.text}>
          <ShownPictures files={report.files} pictures={report.pictures} />
        </Turn>
        {report.answer && <Turn who={order.shopName || t('orders.storeSays')} words={report.answer} />}
        {report.verdict && <Turn who={t('orders.caravanSays')} words={report.verdict} />}
      </ul>
      <Stands order={order} report={report} />
      <Replies order={order} report={report} />
    </>
  )
}

const Turn = ({ who, words, children }: { who: string; words: string; children?: ReactNode }) => (
  <li className={styles.turn}>
    <strong>
      <bdi>{who}</bdi>
    </strong>
    {words !== '' && (
      <span className={styles.words} dir="auto">
        {words}
      </span>
    )}
    {children}
  </li>
)

/** Where a report stands, and until when the other side may be silent. */
function Stands({ order, report }: { order: OrderItem; report: Report }) {
  const { t } = useTranslation()
  const format = useFormat()
  const state = knownOr(reportStates, report.state, 'newer')
  const holiday = useLive((db) => announcedHoliday(db, order.shopId), [order.shopId])
  const { turnAt } = report
  const until = state === 'open' ? answerBy(turnAt, holiday) : turnAt + REPLY_WITHIN
  const { currency } = order.due ?? order
  const given = state === 'offered' ? (report.offer ?? 0) : report.refunded || (report.offer ?? 0)
  return (
    <p className={styles.stands} data-ended={!isOpenReport(report.state) || undefined}>
      {t(`orders.reportState.${state}`, {
        shop: order.shopName || t('orders.thisStore'),
        money: format.money(given, currency),
        date: intl('date', format.locale, { dateStyle: 'medium' }).format(until),
      })}
    </p>
  )
}

function Replies({ order, report }: { order: OrderItem; report: Report }) {
  const { t } = useTranslation()
  const format = useFormat()
  const acts = useOrderActs()
  const can = (event: 'accept' | 'escalate' | 'withdraw') => nextReport(report.state, event) !== undefined
  if (!isOpenReport(report.state)) return null
  const { currency } = order.due ?? order
  return (
    <div className={styles.acts}>
      {can('withdraw') && (
        <Button kind="quiet" small onClick={() => acts.reply(order, report, 'withdraw')}>
          {t('orders.reply.withdraw')}
        </Button>
      )}
      {can('escalate') && (
        <Button kind="secondary" small onClick={() => acts.reply(order, report, 'escalate')}>
          {t('orders.reply.escalate')}
        </Button>
      )}
      {can('accept') && (
        <Button small onClick={() => acts.reply(order, report, 'accept')}>
          {report.state === 'offered'
            ? t('orders.reply.accept', { money: format.money(report.offer ?? 0, currency) })
            : t('orders.reply.arrived')}
        </Button>
      )}
    </div>
  )
}
