import { useContext, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { WithdrawalItem } from '#localdb/queries/withdrawals.ts'
import { useCall, type Failed } from '../../../data/use-call.ts'
import { useReachable } from '../../../data/use-status.ts'
import { DeskContext } from '../../../data/stores/use-store.ts'
import { useCoins } from '../../../parts/money/use-coins.ts'
import { useFailureText } from '../../../parts/failures/use-failure-text.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Notice } from '../../../ui/blocks/notice.tsx'
import { Sheet } from '../../../ui/layers/sheet.tsx'
import { useToast } from '../../../ui/layers/toast.tsx'
import styles from '../wallet.module.css'

/** Cancels a withdrawal that is not sent yet, after a question. */
export function CancelWithdrawal({ withdrawal: { id, asset, amount } }: { withdrawal: WithdrawalItem }) {
  const { t } = useTranslation()
  const toast = useToast()
  const coins = useCoins()
  const reachable = useReachable()
  const failureText = useFailureText()
  const { call, busy } = useCall('withdraw.cancel', useContext(DeskContext)?.id)
  const [asking, setAsking] = useState(false)
  const [failure, setFailure] = useState<Failed>()
  const cancel = async () => {
    const outcome = await call({ id })
    setFailure(outcome.kind === 'accepted' ? undefined : outcome)
    if (outcome.kind !== 'accepted') return
    setAsking(false)
    toast({ text: t('withdraw.cancelled'), kind: 'good' })
  }
  return (
    <>
      <Button
        kind="danger"
        onClick={() => {
          setFailure(undefined)
          setAsking(true)
        }}
      >
        {t('withdraw.cancel')}
      </Button>
      <Sheet
        open={asking}
        onClose={() => setAsking(false)}
        title={t('withdraw.cancelAsk')}
        footer={
          <div className={styles.choices}>
            <Button kind="danger" wide busy={busy} onClick={() => void cancel()}>
              {t('withdraw.cancel')}
            </Button>
            <Button kind="secondary" wide onClick={() => setAsking(false)}>
              {t('withdraw.keep')}
            </Button>
          </div>
        }
      >
        <div className={styles.form}>
          <p>{t('withdraw.cancelText', { amount: coins(BigInt(amount), asset) })}</p>
          {!reachable && <Notice tone="warn">{t('withdraw.cancelOffline')}</Notice>}
          <div role="status">
            {failure && (
              <Notice tone="bad">
                {failure.kind === 'unreachable' ? t('withdraw.cancelUnsure') : failureText(failure)}
              </Notice>
            )}
          </div>
        </div>
      </Sheet>
    </>
  )
}
