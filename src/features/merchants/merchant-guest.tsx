import Handshake from 'lucide-react/icons/handshake'
import { useTranslation } from 'react-i18next'
import { Screen } from '../../parts/screen/screen.tsx'
import { useLoginLink } from '../../links/use-login-link.ts'
import { ButtonLink } from '../../ui/controls/button.tsx'
import { EmptyState } from '../../ui/blocks/empty-state.tsx'
import { MerchantSteps } from './merchant-steps.tsx'

/** Shown to a guest who wants to sell: what there is to do, and the way to sign in; an invitation's code stays. */
export function MerchantGuest() {
  const { t } = useTranslation()
  const login = useLoginLink()
  return (
    <Screen width="narrow">
      <MerchantSteps at={0} />
      <EmptyState
        icon={<Handshake />}
        title={t('merchant.guest')}
        text={t('merchant.guestHint')}
        action={<ButtonLink href={login}>{t('merchant.signIn')}</ButtonLink>}
      />
    </Screen>
  )
}
