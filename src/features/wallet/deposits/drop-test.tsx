import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { networks } from '#contract/coins/networks.ts'
import type { RechargeItem } from '#localdb/queries/deposits.ts'
import { useCall, type Failed } from '../../../data/use-call.ts'
import { useProfile } from '../../../data/use-profile.ts'
import { useFailureText } from '../../../parts/failures/use-failure-text.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Notice } from '../../../ui/blocks/notice.tsx'
import { useToast } from '../../../ui/layers/toast.tsx'
import { isSimulated } from '../use-methods.ts'
import styles from '../wallet.module.css'

/** Makes a simulated network drop the person's own transaction, as a reorganisation would. */
export function DropTest({ recharge: { network, txid, seenAt, state } }: { recharge: RechargeItem }) {
  const { t } = useTranslation()
  const toast = useToast()
  const failureText = useFailureText()
  const { call, busy } = useCall('simulated.drop')
  const [failure, setFailure] = useState<Failed>()
  const methods = useProfile()?.profile?.recharge
  const simulated = networks.find(
    (one) => one === network && methods?.some((method) => method.network === one && isSimulated(method)),
  )
  if (!simulated || seenAt === null || state === 'dropped') return null
  const drop = async () => {
    const outcome = await call({ network: simulated, txid })
    setFailure(outcome.kind === 'accepted' ? undefined : outcome)
    if (outcome.kind === 'accepted') toast({ text: t('recharge.wallet.dropped') })
  }
  return (
    <div className={styles.form}>
      <Button kind="secondary" busy={busy} onClick={() => void drop()}>
        {t('recharge.wallet.drop')}
      </Button>
      <p className={styles.soft}>{t('recharge.wallet.dropHint')}</p>
      <div role="status">{failure && <Notice tone="warn">{failureText(failure)}</Notice>}</div>
    </div>
  )
}
