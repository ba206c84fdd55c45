import CircleCheck from 'lucide-react/icons/circle-check'
import { useContext, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCall, type CallOutput, type Failed } from '../../../data/use-call.ts'
import { DeskContext } from '../../../data/stores/use-store.ts'
import { useAccountStore } from '../../../parts/stores/open-desk.tsx'
import { useFailureText } from '../../../parts/failures/use-failure-text.ts'
import { useFormat } from '../../../parts/format/use-format.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Section } from '../../../ui/blocks/card.tsx'
import { intl } from '../../../ui/intl.ts'
import { Notice } from '../../../ui/blocks/notice.tsx'
import styles from '../wallet.module.css'

type Verdict = CallOutput<'wallet.check'>

/** Has the device verify the account's money against the balances that the market has signed. */
export function BalanceCheck() {
  const { t } = useTranslation()
  const failureText = useFailureText()
  const store = useAccountStore()?.storeId
  const { call, busy } = useCall('wallet.check', useContext(DeskContext)?.id)
  const [verdict, setVerdict] = useState<Verdict>()
  const [failure, setFailure] = useState<Failed>()
  const check = async (): Promise<void> => {
    const outcome = await call({ store })
    if (outcome.kind === 'sessionGone') return
    setFailure(outcome.kind === 'accepted' ? undefined : outcome)
    setVerdict(outcome.kind === 'accepted' ? outcome.data : undefined)
  }
  return (
    <Section title={t('wallet.check')}>
      <div className={styles.check}>
        <p className={styles.soft}>{t('wallet.checkHint')}</p>
        <div role="status">
          {failure ? <Notice tone="warn">{failureText(failure)}</Notice> : verdict && <Found verdict={verdict} />}
        </div>
        <div>
          <Button kind="secondary" busy={busy} onClick={() => void check()}>
            {t(verdict || failure ? 'wallet.checkAgain' : 'wallet.checkNow')}
          </Button>
        </div>
      </div>
    </Section>
  )
}

function Found({ verdict }: { verdict: Verdict }) {
  const { t } = useTranslation()
  const { locale, number } = useFormat()
  if (verdict.verdict === 'wrong')
    return (
      <Notice tone="bad">
        <strong>{t('wallet.wrong')}</strong> {t(`wallet.fault.${verdict.fault.what}`)} {t('wallet.wrongHint')}
      </Notice>
    )
  if (verdict.verdict !== 'right') return <Notice>{t(`wallet.${verdict.verdict}`)}</Notice>
  const { postings, at, offline } = verdict
  const count = number(postings)
  return (
    <Notice tone="good" icon={<CircleCheck />}>
      {offline
        ? t('wallet.rightOffline', {
            count,
            when: intl('date', locale, { dateStyle: 'medium', timeStyle: 'short' }).format(at),
          })
        : t('wallet.right', { count })}
    </Notice>
  )
}
