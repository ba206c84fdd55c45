import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'wouter'
import { useCall } from '../../data/use-call.ts'
import { useDeviceOnline } from '../../data/use-status.ts'
import { useFailureText } from '../../parts/failures/use-failure-text.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Notice } from '../../ui/blocks/notice.tsx'
import styles from './account.module.css'

/**
 * The way in with an account of elsewhere, where the market has one configured; `email` is kept for the way back, and
 * an invitation for the account that it may make.
 */
export function SocialEntry({ email, invitation = '' }: { email: string; invitation?: string }) {
  const { t } = useTranslation()
  const failureText = useFailureText()
  const online = useDeviceOnline()
  const [params] = useSearchParams()
  const { call: ask } = useCall('user.social')
  const begin = useCall('social.begin')
  const [name, setName] = useState<string | null>(null)
  const [failure, setFailure] = useState<string>()
  useEffect(() => {
    let current = true
    if (online)
      void ask({}).then((outcome) => {
        if (current && outcome.kind === 'accepted') setName(outcome.data.name)
      })
    return () => {
      current = false
    }
  }, [ask, online])
  if (name === null) return null
  const go = async () => {
    setFailure(undefined)
    const outcome = await begin.call({ email, back: params.get('back'), ...(invitation.trim() && { invitation }) })
    if (outcome.kind === 'accepted') location.assign(outcome.data.url)
    else setFailure(failureText(outcome))
  }
  return (
    <div className={styles.social}>
      <p className={styles.or}>{t('login.or')}</p>
      <Button kind="secondary" wide busy={begin.busy} onClick={() => void go()}>
        {t('login.social', { name })}
      </Button>
      {failure !== undefined && (
        <Notice tone="bad" urgent>
          {failure}
        </Notice>
      )}
    </div>
  )
}
