import OctagonX from 'lucide-react/icons/octagon-x'
import ShieldCheck from 'lucide-react/icons/shield-check'
import Unlink from 'lucide-react/icons/unlink'
import { useState, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { links } from '../../../links/links.ts'
import { useCall, type Failed } from '../../../data/use-call.ts'
import { Screen } from '../../../parts/screen/screen.tsx'
import { useFailureText } from '../../../parts/failures/use-failure-text.ts'
import { Button, ButtonLink } from '../../../ui/controls/button.tsx'
import { EmptyState } from '../../../ui/blocks/empty-state.tsx'
import { Notice } from '../../../ui/blocks/notice.tsx'
import styles from '../wallet.module.css'

/** The fragment of a mail's link: the withdrawal's id, and the token that stops it. */
const LINK = /^#([0-9a-f-]{36})\.([\w-]{43})$/

const followHash = (tell: () => void): (() => void) => {
  addEventListener('hashchange', tell)
  return () => removeEventListener('hashchange', tell)
}

/** Stops a withdrawal by a mail's link, also for somebody who is not signed in. Opening it changes nothing. */
export function WithdrawStopScreen() {
  const { t } = useTranslation()
  // No server sees what is after the number sign.
  const hash = useSyncExternalStore(
    followHash,
    () => location.hash,
    () => '',
  )
  const [, id, token] = LINK.exec(hash) ?? []
  return (
    <Screen width="narrow">
      {id === undefined || token === undefined ? (
        <EmptyState
          icon={<Unlink />}
          title={t('withdraw.brokenLink')}
          text={t('withdraw.brokenLinkHint')}
          action={<ButtonLink href={links.withdrawals()}>{t('withdraw.records')}</ButtonLink>}
        />
      ) : (
        <Stop key={hash} id={id} token={token} />
      )}
    </Screen>
  )
}

function Stop({ id, token }: { id: string; token: string }) {
  const { t } = useTranslation()
  const failureText = useFailureText()
  const { call, busy } = useCall('withdraw.stop')
  const [stopped, setStopped] = useState(false)
  const [failure, setFailure] = useState<Failed>()
  const stop = async () => {
    const outcome = await call({ id, token })
    setFailure(outcome.kind === 'accepted' ? undefined : outcome)
    setStopped(outcome.kind === 'accepted')
  }
  if (stopped) return <Stopped />
  const reason = failure?.kind === 'refused' ? failure.refusal.reason : undefined
  return (
    <>
      <EmptyState
        icon={<OctagonX />}
        title={t('withdraw.stopTitle')}
        text={t('withdraw.stopText')}
        action={
          <Button kind="danger" busy={busy} onClick={() => void stop()}>
            {t('withdraw.stop')}
          </Button>
        }
      />
      <div role="status">
        {failure && (
          <Notice
            tone="bad"
            action={
              reason === 'withdrawalMoved' && (
                <ButtonLink small kind="secondary" href={links.withdrawals()}>
                  {t('withdraw.records')}
                </ButtonLink>
              )
            }
          >
            {reason === 'notFound' ? t('withdraw.stopUnknown') : failureText(failure)}
          </Notice>
        )}
      </div>
    </>
  )
}

function Stopped() {
  const { t } = useTranslation()
  return (
    <div role="status">
      <EmptyState
        icon={<ShieldCheck />}
        title={t('withdraw.stopped')}
        text={t('withdraw.stoppedText')}
        action={
          <div className={styles.choices}>
            <ButtonLink wide href={links.resetPassword}>
              {t('withdraw.changeLogin')}
            </ButtonLink>
            <ButtonLink wide kind="secondary" href={links.fundPassword()}>
              {t('withdraw.changeFund')}
            </ButtonLink>
            <ButtonLink wide kind="quiet" href={links.settings}>
              {t('withdraw.toSettings')}
            </ButtonLink>
          </div>
        }
      />
    </div>
  )
}
