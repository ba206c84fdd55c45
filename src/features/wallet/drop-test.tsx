import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isTest } from '#contract/rules/coins.ts'
import { networks } from '#contract/rules/networks.ts'
import type { RechargeItem } from '#localdb/queries/recharges.ts'
import { useCall, type Failed } from '../../data/use-call.ts'
import { useFailureText } from '../../parts/use-failure-text.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { useToast } from '../../ui/toast.tsx'
import styles from './wallet.module.css'

/** Makes a simulated network drop the person's own transaction, as a reorganisation would. */
export function DropTest({ recharge: { network, txid, asset, seenAt, state } }: { recharge: RechargeItem }) {
  const { t } = useTranslation()
  const toast = useToast()
  const failureText = useFailureText()
  const { call, busy } = useCall('simulated.drop')
  const [failure, setFailure] = useState<Failed>()
  const simulated = networks.find((one) => one === network)
  if (!simulated || !isTest(asset) || seenAt === null || state === 'dropped') return null
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
