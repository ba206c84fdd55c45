import PackageCheck from 'lucide-react/icons/package-check'
import Truck from 'lucide-react/icons/truck'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isDone, leftToShip, ownParcels, type LinePart } from '#contract/orders/parts.ts'
import { isOpenReport, mayReport, REPORT_WITHIN } from '#contract/reports/rules.ts'
import { canStill } from '#contract/orders/stages.ts'
import type { Parcel } from '#contract/reports/schema-parts.ts'
import type { OrderItem } from '#localdb/queries/orders/items.ts'
import { links } from '../../../links/links.ts'
import { CopyText } from '../../../parts/format/copy-text.tsx'
import { useFormat } from '../../../parts/format/use-format.ts'
import { usePieceTitle } from '../../../parts/orders/use-piece-title.ts'
import { Button, ButtonLink } from '../../../ui/controls/button.tsx'
import { Card, Section } from '../../../ui/blocks/card.tsx'
import { intl } from '../../../ui/intl.ts'
import { RelativeTime, useNow } from '../../../ui/time.tsx'
import { ReceiveSheet } from '../receive-sheet.tsx'
import styles from './order-parcels.module.css'
import orders from '../orders.module.css'
import { useOrderActs } from '../use-order-acts.ts'

/** The parcels of an order and what has not been shipped: each with what is in it, how it is followed, and its acts. */
export function OrderParcels({ order }: { order: OrderItem }) {
  const { t } = useTranslation()
  const parcels = order.parcels ?? []
  if (parcels.length === 0) return null
  const left = order.state === 'paid' ? leftToShip(order) : []
  return (
    <Card className={orders.headed}>
      <Section title={t('orders.parcels')}>
        <ul className={styles.parcels}>
          {parcels.map((parcel) => (
            <li key={parcel.n} className={styles.parcel}>
              <ParcelRow order={order} parcel={parcel} />
            </li>
          ))}
          {left.length > 0 && (
            <li className={styles.parcel}>
              <h3 className={styles.name}>{t('orders.toShip')}</h3>
              <Parts order={order} parts={left} />
            </li>
          )}
        </ul>
        {order.short && <p className={styles.soft}>{t('orders.short')}</p>}
      </Section>
    </Card>
  )
}

function ParcelRow({ order, parcel }: { order: OrderItem; parcel: Parcel }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { carrier, tracking, receivedAt, replaces } = parcel
  const money = order.due && format.money(parcel.amount - parcel.refunded, order.due.currency)
  const state = receivedAt !== null ? 'orders.arrived' : isDone(parcel) ? 'orders.givenBack' : 'orders.onItsWay'
  return (
    <>
      <div className={styles.head}>
        <h3 className={styles.name}>
          {replaces === null ? t('orders.parcelOf', { n: format.number(parcel.n) }) : t('orders.replacementOf')}
        </h3>
        <span className={styles.state} data-arrived={receivedAt !== null || undefined}>
          {receivedAt === null ? <Truck aria-hidden="true" /> : <PackageCheck aria-hidden="true" />}
          {t(state)} · <RelativeTime at={receivedAt ?? parcel.at} />
        </span>
      </div>
      <Parts order={order} parts={parcel.lines} />
      <dl className={styles.facts}>
        {(carrier || tracking) && (
          <div>
            <dt>{t('orders.tracking')}</dt>
            <dd>
              {carrier && <bdi>{carrier} </bdi>}
              {tracking && (
                <CopyText
                  text={tracking}
                  label={t('orders.copyTracking', { number: tracking })}
                  copied={t('orders.trackingCopied')}
                />
              )}
            </dd>
          </div>
        )}
        {money && state === 'orders.onItsWay' && replaces === null && ownParcels(order).length > 1 && (
          <div>
            <dt>{t('orders.share')}</dt>
            <dd>{money}</dd>
          </div>
        )}
      </dl>
      {replaces === null && <ParcelActs order={order} parcel={parcel} />}
    </>
  )
}

function Parts({ order, parts }: { order: OrderItem; parts: readonly LinePart[] }) {
  const { t } = useTranslation()
  const format = useFormat()
  const titleOf = usePieceTitle()
  return (
    <ul className={styles.parts}>
      {parts.map((part) => {
        const line = order.lines.find(({ id, variantId }) => id === part.id && variantId === part.variantId)
        return (
          <li key={`${part.id}:${part.variantId}`} dir="auto">
            {t('orders.part', { n: format.number(part.num), title: titleOf(line) })}
          </li>
        )
      })}
    </ul>
  )
}

/** Whether a line of a parcel has no report that is still open. */
const hasMoreToReport = (order: OrderItem, parcel: Parcel): boolean =>
  parcel.lines.some(
    (part) =>
      !order.reports?.some(
        ({ parcel: n, line, state }) =>
          n === parcel.n && line.id === part.id && line.variantId === part.variantId && isOpenReport(state),
      ),
  )

/** The actions on a parcel: confirm it where there are several, and report a problem while there is time. */
function ParcelActs({ order, parcel }: { order: OrderItem; parcel: Parcel }) {
  const { t } = useTranslation()
  const { locale } = useFormat()
  const acts = useOrderActs()
  const now = useNow()
  const [asking, setAsking] = useState(false)
  const single = ownParcels(order).length === 1 && order.state !== 'paid'
  const receivable = canStill(order, 'receivePart') && !isDone(parcel) && !single
  const disputable = order.stage === 'disputed' || canStill(order, 'dispute')
  const reportable =
    now !== undefined &&
    hasMoreToReport(order, parcel) &&
    !(parcel.receivedAt === null && isDone(parcel)) &&
    mayReport(parcel, now) &&
    (parcel.receivedAt !== null || disputable)
  if (!receivable && !reportable) return null
  return (
    <>
      <div className={styles.acts}>
        {reportable && (
          <ButtonLink kind="quiet" small href={links.report(order.id, parcel.n)}>
            {t('orders.report')}
          </ButtonLink>
        )}
        {receivable && (
          <>
            <Button kind="secondary" small onClick={() => setAsking(true)}>
              {t('orders.receiveParcel')}
            </Button>
            <ReceiveSheet
              order={order}
              parcel={parcel}
              open={asking}
              onClose={() => setAsking(false)}
              onRelease={() => acts.receiveParcel(order, parcel)}
            />
          </>
        )}
      </div>
      {reportable && parcel.receivedAt !== null && (
        <p className={styles.soft}>
          {t('orders.reportUntil', {
            date: intl('date', locale, { dateStyle: 'medium' }).format(parcel.receivedAt + REPORT_WITHIN),
          })}
        </p>
      )}
    </>
  )
}
