import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { MARKET_CURRENCY } from '#contract/rules/exchange.ts'
import { knownOr } from '#contract/rules/open.ts'
import { noteKey, readNotes, writeNotes } from '#contract/rules/line-notes.ts'
import { convertSums, type OrderSums } from '#contract/rules/order-sums.ts'
import { agreedPrices, type QuotedLine } from '#contract/rules/quotes.ts'
import { quotesOf } from '#localdb/queries/quotes.ts'
import { productFacts, type OrderItem, type Placing } from '#localdb/queries/orders.ts'
import { useCall } from '../data/use-call.ts'
import { useLive } from '../data/use-live.ts'
import { useMutateAll } from '../data/use-mutate.ts'
import { useReachable } from '../data/use-status.ts'
import { useWant } from '../data/use-want.ts'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { useNow } from '../ui/time.tsx'
import { useToast } from '../ui/toast.tsx'
import styles from './order-conflict.module.css'
import { placingAct } from './order-payload.ts'
import { recalculateOrder, type RecalculatedOrder } from './recalculate-order.ts'
import { useClearOrder } from './use-clear-order.ts'
import { useRefusalText } from './use-failure-text.ts'
import { useFormat } from './use-format.ts'
import { useLineTitle } from './use-line-title.ts'
import { useMoney } from './use-money.tsx'

/**
 * The server's question about an order that it has not placed: the old total beside the new one, and the two answers.
 */
export function OrderQuestionForm({ order, placing }: { order: OrderItem; placing: Placing }) {
  const { t } = useTranslation()
  const format = useFormat()
  const toast = useToast()
  const refusalText = useRefusalText()
  const reachable = useReachable()
  const mutateAll = useMutateAll()
  const dismiss = useCall('intent.dismiss')
  const clear = useClearOrder(order)
  const { again, quotes, settled, total, was, label, rate, currency: shownIn } = useQuestion(order, placing)
  const money = (amount: number) => format.money(amount, shownIn)

  const accept = async () => {
    if (!again?.sums || !settled || !clear || order.addressId === null) return
    const { groupId: clientOrderId, shopId, addressId, currency } = order
    const { remark, poNumber } = clear
    const notes = notesLeft(clear, again.sums)
    const act = placingAct(
      { clientOrderId, shopId, addressId, currency, remark, poNumber, notes, rate, due: settled.total },
      again.sums,
      quotes(),
    )
    await mutateAll([{ ...act, replaces: placing.intentId }], {
      text: t('orders.accepted'),
      kind: 'good',
    })
  }
  const giveUp = async () => {
    const outcome = await dismiss.call({ intentId: placing.intentId })
    if (outcome.kind === 'accepted') toast({ text: t('orders.gaveUp') })
  }
  return (
    <div className={styles.conflict}>
      <Notice tone="warn">{placing.refusal ? refusalText(placing.refusal) : t('refusals.expired')}</Notice>
      <dl className={styles.sums}>
        {was !== undefined && (
          <div className={styles.sum}>
            <dt>{t('orders.was')}</dt>
            <dd>{total === undefined ? money(was) : <s>{money(was)}</s>}</dd>
          </div>
        )}
        {total !== undefined && (
          <div className={`${styles.sum} ${styles.strong}`}>
            <dt>{t(was === undefined ? 'orders.total' : 'orders.now')}</dt>
            <dd>{money(total)}</dd>
          </div>
        )}
      </dl>
      {again && <Changes order={order} again={again} />}
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

/** What is asked: the order as it would be now, what it comes to and what it came to, in the currency that moved. */
function useQuestion(order: OrderItem, placing: Placing) {
  const { t } = useTranslation()
  const { rates, rateOf } = useMoney()
  const ids = useMemo(() => [...new Set(order.lines.map((line) => line.id))], [order.lines])
  const fresh = useWant('catalogue.details', { ids, now: true }).state === 'fresh'
  // Read only once all products were fetched: one that is missing then is no longer sold.
  const facts = useLive(async (db) => (fresh ? productFacts(db, ids) : undefined), [ids, fresh])
  const named = useMemo(() => order.lines.flatMap(({ quote }) => quote ?? []), [order.lines])
  const quotes = useLive((db) => quotesOf(db, named), [named])
  const now = useNow() ?? 0
  const agreedOf = (lines: readonly QuotedLine[]) => agreedPrices(lines, (id) => quotes?.get(id), now)
  const again = facts && quotes && recalculateOrder(order, facts, agreedOf)
  const { reason, params } = placing.refusal ?? { reason: 'expired' }
  const possible = again?.sums && again.sums.shortfalls.length === 0 ? again.sums : undefined
  const settled = possible && convertSums(possible, order.currency, MARKET_CURRENCY, rateOf)
  // A rate moves what is paid, not what the store asks for.
  const paid = reason === 'rateMoved' ? order.due : null
  // What the server stated, until the products were fetched again.
  const stated = params?.[paid ? 'due' : 'total']
  const said = typeof stated === 'number' ? stated : undefined
  return {
    again,
    /** The quotes whose prices hold for what would be ordered. */
    quotes: (): Map<string, string> => {
      const held = agreedOf(order.lines.map((line) => ({ ...line, num: leftOf(again, line) })))
      return new Map(order.lines.flatMap((l) => (l.quote && held.has(noteKey(l)) ? [[noteKey(l), l.quote]] : [])))
    },
    settled,
    rate: rates.find((rate) => rate.currency === order.currency) ?? null,
    total: again ? (paid ? settled?.total : possible?.total) : said,
    // What was asked for had no total.
    was: order.asked ? undefined : (paid?.amount ?? order.total),
    currency: (paid ?? order).currency,
    label: t(
      `orders.accept.${knownOr(['priceAsked', 'priceRose', 'quoteOver', 'rateMoved', 'stockShort'], reason, 'expired')}`,
    ),
  }
}

/** How many pieces of a line would be ordered now. */
const leftOf = (again: RecalculatedOrder | undefined, line: { id: number; variantId: number }): number =>
  again?.sums?.lines.find((l) => noteKey(l) === noteKey(line))?.num ?? 0

/** The notes on those lines of an order that are still in it. */
function notesLeft({ notes }: OrderItem, { lines }: OrderSums): string | undefined {
  const read = notes === undefined ? undefined : readNotes(notes)
  const left = new Set(lines.map(noteKey))
  return read && writeNotes(new Map([...read].filter(([key]) => left.has(key))))
}

/** The differences from what was ordered. */
function Changes({ order, again: { sums, cut } }: { order: OrderItem; again: RecalculatedOrder }) {
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
