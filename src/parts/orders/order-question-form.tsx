import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { knownOr } from '#contract/wire/open.ts'
import { noteKey, readNotes, writeNotes } from '#contract/orders/line-notes.ts'
import { convertSums, type OrderSums } from '#contract/orders/sums.ts'
import { agreedPrices, type QuotedLine } from '#contract/quotes/rules.ts'
import { quotesOf } from '#localdb/queries/quotes/items.ts'
import { productFacts, type OrderItem, type Placing } from '#localdb/queries/orders/items.ts'
import { useCall } from '../../data/use-call.ts'
import { useLive } from '../../data/use-live.ts'
import { useMutateAll } from '../../data/use-mutate.ts'
import { useReachable } from '../../data/use-status.ts'
import { useWant } from '../../data/use-want.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Notice } from '../../ui/blocks/notice.tsx'
import { useNow } from '../../ui/time.tsx'
import { useToast } from '../../ui/layers/toast.tsx'
import { askedTotal, type AskedTotal } from '#contract/orders/asked-total.ts'
import styles from './order-conflict.module.css'
import { lostAgreements, type LostAgreement } from '../cart/lost-agreements.ts'
import { orderMoney } from './order-money.ts'
import { placingAct } from './order-payload.ts'
import { RateNote } from '../money/rate-note.tsx'
import { recalculateOrder, type RecalculatedOrder } from './recalculate-order.ts'
import { useAddresses } from '../addresses/use-addresses.ts'
import { useClearOrder } from './use-clear-order.ts'
import { useRefusalText } from '../failures/use-failure-text.ts'
import { useFailureToast } from '../failures/use-failure-toast.ts'
import { useFormat } from '../format/use-format.ts'
import { useLineTitle } from './use-line-title.ts'
import { useMoney } from '../money/use-money.tsx'

/**
 * The server's question about an order that it has not placed: the old total beside the new one, and the two answers.
 */
export function OrderQuestionForm({ order, placing }: { order: OrderItem; placing: Placing }) {
  const { t } = useTranslation()
  const toast = useToast()
  const refusalText = useRefusalText()
  const reachable = useReachable()
  const mutateAll = useMutateAll()
  const dismiss = useCall('intent.dismiss')
  const failed = useFailureToast()
  const clear = useClearOrder(order)
  const question = useQuestion(order, placing)
  const { again, quotes, lost, settled, label, rate } = question

  const accept = async () => {
    if (!again?.sums || !settled || !clear || order.addressId === null) return
    const { groupId: clientOrderId, shopId, addressId, currency } = order
    const { remark, poNumber } = clear
    const notes = notesLeft(clear, again.sums)
    const act = placingAct(
      { clientOrderId, shopId, addressId, currency, remark, poNumber, notes, rate, due: settled.total },
      again.sums,
      quotes,
    )
    await mutateAll([{ ...act, replaces: placing.intentId }], {
      text: t('orders.accepted'),
      kind: 'good',
    })
  }
  const giveUp = async () => {
    const outcome = await dismiss.call({ intentId: placing.intentId })
    if (outcome.kind === 'accepted') toast({ text: t('orders.gaveUp') })
    else failed(outcome)
  }
  return (
    <div className={styles.conflict}>
      <Notice tone="warn">{placing.refusal ? refusalText(placing.refusal) : t('refusals.expired')}</Notice>
      <QuestionSums order={order} {...question} />
      {again && <Changes order={order} again={again} lost={lost} />}
      {!again && (
        <p className={styles.note} aria-live="polite">
          {reachable ? t('orders.reckoning') : t('orders.reckonOffline')}
        </p>
      )}
      <div className={styles.actions}>
        <Button kind="secondary" busy={dismiss.busy} onClick={() => void giveUp()}>
          {t('orders.giveUp')}
        </Button>
        {settled && clear && <Button onClick={() => void accept()}>{label}</Button>}
      </div>
    </div>
  )
}

/** The questions whose answers are called after them. */
const REASONS = ['chargesRose', 'priceAsked', 'priceRose', 'quoteOver', 'rateMoved', 'stockShort'] as const

/** The question: the order as it would be now, with its new and its earlier total, each as shown and as paid. */
function useQuestion(order: OrderItem, placing: Placing) {
  const { t } = useTranslation()
  const { currency: wanted, market, rates, rateOf } = useMoney()
  const ids = useMemo(() => [...new Set(order.lines.map((line) => line.id))], [order.lines])
  const fresh = useWant('catalogue.details', { ids, now: true }).state === 'fresh'
  // Read only once all products were fetched: one that is missing then is no longer sold.
  const facts = useLive(async (db) => (fresh ? productFacts(db, ids) : undefined), [ids, fresh])
  const named = useMemo(() => order.lines.flatMap(({ quote }) => quote ?? []), [order.lines])
  const quotes = useLive((db) => quotesOf(db, named), [named])
  const now = useNow() ?? 0
  const agreedOf = (lines: readonly QuotedLine[]) => agreedPrices(lines, (id) => quotes?.get(id), now)
  const addresses = useAddresses()
  const country = addresses?.items.find(({ id }) => id === order.addressId)?.country ?? ''
  const again = facts && quotes && addresses && recalculateOrder(order, facts, country, agreedOf)
  const { reason, params } = placing.refusal ?? { reason: 'expired' }
  const possible = again?.sums && again.sums.shortfalls.length === 0 ? again.sums : undefined
  const left = (line: { id: number; variantId: number }): number => leftOf(again, line)
  const held = agreedOf(order.lines.map((line) => ({ ...line, num: left(line) })))
  const settled = possible && convertSums(possible, order.currency, market, rateOf)
  const old = orderMoney(order, { currency: wanted, market, rates })
  const next = possible && askedTotal(possible, order.currency, old.currency, rateOf)
  // The server's total is shown until the products are fetched again. It is used only where it needs no conversion,
  // because sums are converted amount by amount.
  const stated = order.currency === old.currency && reason !== 'rateMoved' ? params?.['total'] : undefined
  const due = reason === 'rateMoved' ? params?.['due'] : undefined
  return {
    again,
    /** The quotes whose prices hold for what would be ordered. */
    quotes: new Map(order.lines.flatMap((l) => (l.quote && held.has(noteKey(l)) ? [[noteKey(l), l.quote]] : []))),
    lost: quotes ? lostAgreements(order, { quotes, held, left, now }) : [],
    settled,
    rate: rates.find((rate) => rate.currency === order.currency) ?? null,
    currency: old.currency,
    // An order whose price was asked for had no total.
    was: order.asked ? undefined : { total: old.total, due: order.due?.amount },
    would: again ? next : { total: numberOr(stated), due: numberOr(due) },
    label: t(`orders.accept.${knownOr(REASONS, reason, 'expired')}`),
  }
}

const numberOr = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined)

/** How many pieces of a line would be ordered now. */
const leftOf = (again: RecalculatedOrder | undefined, line: { id: number; variantId: number }): number =>
  again?.sums?.lines.find((l) => noteKey(l) === noteKey(line))?.num ?? 0

/** The notes on those lines of an order that are still in it. */
function notesLeft({ notes }: OrderItem, { lines }: OrderSums): string | undefined {
  const read = notes === undefined ? undefined : readNotes(notes)
  const left = new Set(lines.map(noteKey))
  return read && writeNotes(new Map([...read].filter(([key]) => left.has(key))))
}

/** As far as they are known. */
type Figures = { [F in keyof AskedTotal]: number | undefined }

interface SumsProps {
  order: OrderItem
  /** The currency that the totals are shown in. */
  currency: string
  was: Figures | undefined
  would: Figures | undefined
}

/** The old total beside the new one, what is paid for each, and the rates that lie between. */
function QuestionSums({ order, currency, was, would }: SumsProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const { market } = useMoney()
  const isOther = currency !== market
  const moved = was?.total !== undefined && was.total !== would?.total
  return (
    <>
      <dl className={styles.sums}>
        {moved && (
          <div className={styles.sum}>
            <dt>{t('orders.was')}</dt>
            <dd>
              <Before amount={was.total!} currency={currency} struck={would?.total !== undefined} />
            </dd>
          </div>
        )}
        {would?.total !== undefined && (
          <div className={`${styles.sum} ${styles.strong}`}>
            <dt>{t(moved ? 'orders.now' : 'orders.total')}</dt>
            <dd>{format.money(would.total, currency)}</dd>
          </div>
        )}
        {(isOther || would?.total === undefined) && would?.due !== undefined && (
          <div className={styles.sum}>
            <dt>{t('cart.youPay')}</dt>
            <dd>
              {was?.due !== undefined && was.due !== would.due && (
                <>
                  <Before amount={was.due} currency={market} struck />{' '}
                </>
              )}
              {format.money(would.due, market)}
            </dd>
          </div>
        )}
      </dl>
      <RateNote currencies={[order.currency, market]} />
    </>
  )
}

/** An amount that held before. */
function Before({ amount, currency, struck }: { amount: number; currency: string; struck: boolean }) {
  const text = useFormat().money(amount, currency)
  return struck ? <s>{text}</s> : <>{text}</>
}

/** The differences from what was ordered. */
function Changes({
  order,
  again: { sums, cut },
  lost,
}: {
  order: OrderItem
  again: RecalculatedOrder
  lost: readonly LostAgreement[]
}) {
  const { t } = useTranslation()
  const format = useFormat()
  const titleOf = useLineTitle()
  return (
    <>
      {cut.map(({ line, to }) => {
        const was = order.lines[line]!
        return (
          <p key={line} className={styles.note}>
            {t('orders.cut', { title: titleOf(was), from: format.number(was.num), to: format.number(to) })}
          </p>
        )
      })}
      {lost.map(({ line, why, price, currency, least }) => {
        const [title, words] = [titleOf(order.lines[line]!), { over: 'Over', short: 'Short', part: 'Part' } as const]
        const params = { title, price: format.money(price, currency), n: format.number(least) }
        return (
          <p key={`agreed ${line}`} className={styles.note}>
            {t(`orders.agreed${words[why]}`, params)}
          </p>
        )
      })}
      {!sums && <p className={styles.note}>{t('orders.nothingLeft')}</p>}
      {sums?.shortfalls.map(({ id, missing }) => {
        const goal = sums.lines.reduce((sum, l) => sum + (l.id === id ? l.num : 0), missing)
        return (
          <p key={id} className={styles.bad}>
            {t('orders.belowMinimum', {
              title: titleOf(order.lines.find((l) => l.id === id)!),
              n: format.number(missing),
              goal: format.number(goal),
            })}
          </p>
        )
      })}
    </>
  )
}
