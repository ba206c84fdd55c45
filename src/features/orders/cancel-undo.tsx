import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Cancelling } from '#localdb/queries/orders/items.ts'
import { useCall } from '../../data/use-call.ts'
import { useReachable } from '../../data/use-status.ts'
import { useFailureText } from '../../parts/failures/use-failure-text.ts'
import { useFormat } from '../../parts/format/use-format.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Notice } from '../../ui/blocks/notice.tsx'
import { useToast } from '../../ui/layers/toast.tsx'

/** A cancellation that nobody has heard of yet, with the seconds left and a button that takes it back. */
export function CancelUndo({ cancelling: { intentId, until } }: { cancelling: Cancelling }) {
  const { t } = useTranslation()
  const format = useFormat()
  const toast = useToast()
  const failureText = useFailureText()
  const reachable = useReachable()
  const left = useSecondsLeft(until)
  const cancel = useCall('intent.cancel')
  const undo = async () => {
    const outcome = await cancel.call({ intentId })
    if (outcome.kind === 'accepted')
      toast(
        outcome.data.became === 'cancelled'
          ? { text: t('orders.undone'), kind: 'good' }
          : { text: t('orders.undoneLate'), kind: 'bad' },
      )
    else toast({ text: outcome.kind === 'unreachable' ? t('orders.undoneUnsure') : failureText(outcome), kind: 'bad' })
  }
  const text = !reachable
    ? t('orders.cancelsOnline')
    : left > 0
      ? t('orders.cancelsIn', { n: format.number(left) })
      : t('orders.cancelsSoon')
  return (
    <Notice
      tone="warn"
      action={
        <Button kind="secondary" small busy={cancel.busy} onClick={() => void undo()}>
          {t('orders.undo')}
        </Button>
      }
    >
      <span role="timer">{text}</span>
    </Notice>
  )
}

/** Whole seconds until a moment, at least 0. */
function useSecondsLeft(until: number): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = window.setInterval(() => setNow(Date.now()), 500)
    return () => window.clearInterval(timer)
  }, [])
  return Math.max(0, Math.ceil((until - now) / 1000))
}
