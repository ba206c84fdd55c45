import { useTranslation } from 'react-i18next'
import { noteKey } from '#contract/orders/line-notes.ts'
import { ownParcels, type LinePart } from '#contract/orders/parts.ts'
import type { CallOutput } from '../../../data/use-call.ts'
import { OrderedLine } from '../../../parts/orders/ordered-line.tsx'
import { useFormat } from '../../../parts/format/use-format.ts'
import { exactTime } from '../../../ui/time.tsx'
import styles from './disputes.module.css'

export type DisputeShown = CallOutput<'operator.disputes'>['disputes'][number]
type Order = DisputeShown['order']
type Line = Order['lines'][number]

const piecesIn = (
  parcels: readonly { lines: readonly LinePart[] }[],
  { id, variantId }: Omit<LinePart, 'num'>,
): number =>
  parcels.reduce(
    (sum, { lines }) =>
      sum + lines.reduce((n, part) => n + (part.id === id && part.variantId === variantId ? part.num : 0), 0),
    0,
  )

/** The order of a problem: each line with what became of it, its parcels, and where its money is. */
export function DisputeOrder({ dispute }: { dispute: DisputeShown }) {
  const { t } = useTranslation()
  const { money } = useFormat()
  const { order, paid, held, refunded, most, currency } = dispute
  const sums: [string, string][] = [
    [t('orders.goods'), money(order.goods, order.currency)],
    [t('orders.shipping'), money(order.shipping, order.currency)],
    [t('orders.taxes'), money(order.tax, order.currency)],
    [t('disputes.paid'), money(paid, currency)],
    [t('disputes.held'), money(held, currency)],
    [t('disputes.refunded'), money(refunded, currency)],
    [t('disputes.most'), money(most, currency)],
  ]
  return (
    <>
      <ul className={styles.lines} aria-label={t('disputes.lines')}>
        {order.lines.map((line) => (
          <OrderLine key={noteKey(line)} order={order} line={line} reported={dispute.report.line} />
        ))}
      </ul>
      <Parcels order={order} currency={currency} />
      <dl className={styles.facts}>
        {sums.map(([what, value]) => (
          <div key={what}>
            <dt>{what}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </>
  )
}

function OrderLine({ order, line, reported }: { order: Order; line: Line; reported: LinePart }) {
  const { t } = useTranslation()
  const { number } = useFormat()
  const parcels = ownParcels(order)
  const arrived = parcels.filter(({ receivedAt }) => receivedAt !== null)
  const isReported = reported.id === line.id && reported.variantId === line.variantId
  return (
    <OrderedLine line={line} currency={order.currency}>
      <span className={styles.soft}>
        {t('disputes.became', {
          shipped: number(piecesIn(parcels, line)),
          arrived: number(piecesIn(arrived, line)),
        })}
      </span>
      {isReported && <strong className={styles.reported}>{t('disputes.reported', { n: number(reported.num) })}</strong>}
    </OrderedLine>
  )
}

function Parcels({ order, currency }: { order: Order; currency: string }) {
  const { t } = useTranslation()
  const { number, money, locale } = useFormat()
  return (
    <ul className={styles.lines} aria-label={t('orders.parcels')}>
      {order.parcels.map(({ n, carrier, tracking, at, receivedAt, replaces, amount, refunded }) => {
        const name = replaces === null ? t('orders.parcelOf', { n: number(n) }) : t('orders.replacementOf')
        const followed = [carrier, tracking].filter(Boolean).join(' ')
        return (
          <li key={n} className={styles.about}>
            <span>
              {name}
              {followed && (
                <>
                  {' · '}
                  <bdi>{followed}</bdi>
                </>
              )}
            </span>
            <span className={styles.soft}>
              {t('disputes.left', { time: exactTime(at, locale) })} ·{' '}
              {receivedAt === null ? t('orders.onItsWay') : t('disputes.came', { time: exactTime(receivedAt, locale) })}
            </span>
            {replaces === null && (
              <span className={styles.soft}>
                {t('disputes.share', { money: money(amount, currency) })}
                {refunded > 0 && ` · ${t('disputes.shareBack', { money: money(refunded, currency) })}`}
              </span>
            )}
          </li>
        )
      })}
    </ul>
  )
}
