import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation, useSearchParams } from 'wouter'
import { links } from '../../links/links.ts'
import { useCall, type CallOutput } from '../../data/use-call.ts'
import { Screen } from '../../parts/screen/screen.tsx'
import { useFailureText } from '../../parts/failures/use-failure-text.ts'
import { Card } from '../../ui/blocks/card.tsx'
import { useToast } from '../../ui/layers/toast.tsx'
import { useAccountDraft } from './use-account-draft.ts'
import { ownPath } from '../../links/own-path.ts'

/**
 * Finishes what the provider sent somebody back with, and goes on: to where they were, to the account that must agree,
 * or to the login with what they had typed.
 */
export function SocialReturn({ onJoin }: { onJoin(end: CallOutput<'social.finish'>): void }) {
  const { t } = useTranslation()
  const toast = useToast()
  const failureText = useFailureText()
  const [, navigate] = useLocation()
  const [params] = useSearchParams()
  const { call } = useCall('social.finish')
  const { set } = useAccountDraft()
  const begun = useRef(false)

  const finish = async () => {
    const outcome = await call({ state: params.get('state') ?? '', code: params.get('code'), iss: params.get('iss') })
    if (outcome.kind !== 'accepted') {
      set('failure', failureText(outcome))
      return navigate(links.login(), { replace: true })
    }
    const { became, email, back, refused } = outcome.data
    const on = ownPath(back, location.origin)
    if (became === 'signedIn') {
      toast({ text: t('login.welcome'), kind: 'good' })
      return navigate(on ?? links.mine, { replace: true })
    }
    if (became === 'join' || became === 'factor') onJoin(outcome.data)
    else {
      if (email) set('login', email)
      set('failure', refused ? failureText(refused) : t('login.socialCancelled'))
    }
    // The code in the address is spent.
    navigate(links.login(false, on), { replace: true })
  }
  useEffect(() => {
    if (begun.current) return
    begun.current = true
    void finish()
  })
  return (
    <Screen width="narrow">
      <Card>
        <p role="status">{t('login.finishing')}</p>
      </Card>
    </Screen>
  )
}
