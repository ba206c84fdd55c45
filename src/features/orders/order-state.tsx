import { useTranslation } from 'react-i18next'
import { knownOr } from '#contract/wire/open.ts'
import { stageOf } from '#contract/orders/stages.ts'
import { orderStates } from '#contract/orders/states.ts'
import type { OrderItem } from '#localdb/queries/orders/items.ts'
import { SyncMark } from '../../parts/sync/sync-mark.tsx'
import { Badge } from '../../ui/blocks/badge.tsx'
import styles from './orders.module.css'

/**
 * The state of an order in a word, in a badge where the person has something to do; with the clock while a change of it
 * has not reached the server.
 */
export function OrderStateMark({ order }: { order: OrderItem }) {
  const { t } = useTranslation()
  const asked = order.placing?.state === 'conflict'
  const state = knownOr(orderStates, order.state, 'newer')
  const stage = knownOr(['partlyShipped', 'partlyReceived', 'disputed'], stageOf(order), undefined)
  const text = asked ? t('orders.needsYou') : stage ? t(`orders.stage.${stage}`) : t(`orders.state.${state}`)
  return (
    <span className={styles.state}>
      {order.pending > 0 && !asked && <SyncMark />}
      {asked || state === 'unpaid' || state === 'shipped' ? (
        <Badge tone={asked ? 'bad' : 'warn'}>{text}</Badge>
      ) : (
        <span className={styles.soft}>{text}</span>
      )}
    </span>
  )
}
