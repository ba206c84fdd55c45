import { useDeferredValue, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'wouter'
import { nextStage } from '#contract/orders/stages.ts'
import { orderStates, type OrderState } from '#contract/orders/states.ts'
import type { OperatorOrder } from '#contract/operator/schema-desks.ts'
import { saveFile } from '../../../data/save-file.ts'
import { useLanguage } from '../../../data/texts/use-language.ts'
import { useErrors } from '../../../parts/forms/use-errors.ts'
import { useFormat } from '../../../parts/format/use-format.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { ListRow } from '../../../ui/blocks/list.tsx'
import { Select } from '../../../ui/controls/select.tsx'
import { Sheet } from '../../../ui/layers/sheet.tsx'
import { exactTime } from '../../../ui/time.tsx'
import { dayIn } from '../figures/day-lists.ts'
import { DayNotice } from '../figures/day-notice.tsx'
import { ordersFile } from '../figures/figures-file.ts'
import { FindField } from '../find-field.tsx'
import { FoundList } from '../found-list.tsx'
import styles from '../operator.module.css'
import { useAct } from '../use-act.ts'
import { useOperatorCall } from '../use-operator-call.ts'
import { ReasonField } from '../reason-field.tsx'

/** The states that are named here; one that is newer is said by its own word. */
const named = ['unpaid', 'paid', 'shipped', 'received', 'assessed', 'cancelled', 'refunded'] as const
type Wanted = (typeof named)[number] | 'all'
const isState = (state: string): state is OrderState => orderStates.some((one) => one === state)

const saveOrders = (orders: readonly OperatorOrder[], day = ''): void =>
  saveFile(`orders${day && `-${day}`}.csv`, ordersFile(orders), 'text/csv')

/** The orders of all stores, found by number, buyer or store (at first by `?find=`); one can be paid back. */
export function SalesDesk() {
  const { t } = useTranslation()
  const format = useFormat()
  const language = useLanguage()
  const [params] = useSearchParams()
  const [find, setFind] = useState(params.get('find') ?? '')
  const [state, setState] = useState<Wanted>('all')
  const [chosen, setChosen] = useState<OperatorOrder>()
  const { day, by } = dayIn(params)
  const asked = useOperatorCall('operator.orders', {
    find: useDeferredValue(find),
    ...(state !== 'all' && { state }),
    ...(day !== undefined && { day, by: by ?? 'placed' }),
  })
  const stateText = (value: string): string => {
    const name = named.find((one) => one === value)
    return name ? t(`operatorStates.${name}`) : value
  }
  return (
    <div className={styles.stack}>
      <DayNotice desk="orders" day={day} by={by} />
      <div className={styles.filters}>
        <FindField label={t('operator.findOrders')} value={find} onChange={setFind} />
        <Select<Wanted>
          label={t('operator.state')}
          value={state}
          choices={[
            { value: 'all' as const, label: t('operator.allStates') },
            ...named.map((value) => ({ value, label: stateText(value) })),
          ]}
          onChange={setState}
        />
      </div>
      <FoundList
        asked={asked}
        label={t('desks.sales')}
        rows={asked.data?.orders}
        more={asked.data?.more}
        empty={t('operator.noOrders')}
      >
        {(order) => (
          <ListRow
            key={order.id}
            title={
              <bdi>
                {order.number} · {stateText(order.state)}
              </bdi>
            }
            text={
              <bdi>
                {order.store} · {order.buyer} · {exactTime(order.at, language)}
              </bdi>
            }
            end={format.money(order.total, order.currency)}
            onPress={() => setChosen(order)}
          />
        )}
      </FoundList>
      {asked.data && asked.data.orders.length > 0 && (
        <Button kind="secondary" small className={styles.file} onClick={() => saveOrders(asked.data!.orders, day)}>
          {t('figures.csv')}
        </Button>
      )}
      {chosen && (
        <OrderSheet
          order={chosen}
          state={stateText(chosen.state)}
          onClose={() => setChosen(undefined)}
          onDone={() => {
            setChosen(undefined)
            asked.again()
          }}
        />
      )}
    </div>
  )
}

/** One order, and how it is paid back. */
function OrderSheet({
  order: { id, number, store, buyer, total, currency, ...order },
  state,
  onClose,
  onDone,
}: {
  order: OperatorOrder
  state: string
  onClose(): void
  onDone(): void
}) {
  const { t } = useTranslation()
  const format = useFormat()
  const refund = useAct('operator.refund')
  const errors = useErrors(['reason'])
  const [reason, setReason] = useState('')
  const [sure, setSure] = useState(false)
  const back = order.back ?? { amount: total, currency }
  const amount = format.money(back.amount, back.currency)
  const open = back.amount > 0 && isState(order.state) && nextStage(order.state, 'refund') !== undefined
  const payBack = async () => {
    if (!reason.trim()) return void errors.show({ reason: t('operator.reasonNeeded') })
    // The amount is read once more before it goes.
    if (!sure) return setSure(true)
    if (await refund.act({ id, reason })) onDone()
  }
  return (
    <Sheet open onClose={onClose} title={number}>
      <div className={styles.stack}>
        <p>
          <bdi>{store}</bdi> · <bdi>{buyer}</bdi>
        </p>
        <p>
          {state} · {format.money(total, currency)}
        </p>
        <p className={styles.soft}>{open ? t('operator.refundText', { amount }) : t('operator.noRefund')}</p>
        {open && (
          <>
            <ReasonField {...errors.bind('reason', reason, setReason)} />
            <Button kind="danger" wide busy={refund.busy} onClick={() => void payBack()}>
              {sure ? t('operator.refundNow', { amount }) : t('operator.refund')}
            </Button>
          </>
        )}
      </div>
    </Sheet>
  )
}
