import Image from 'lucide-react/icons/image'
import Info from 'lucide-react/icons/info'
import Languages from 'lucide-react/icons/languages'
import LogOut from 'lucide-react/icons/log-out'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'wouter'
import { locales } from '#contract/text/locales.ts'
import { unsent } from '#localdb/queries/account.ts'
import { isDemo } from '#localdb/queries/site.ts'
import { links } from '../../links/links.ts'
import { useCall } from '../../data/use-call.ts'
import { useLanguage } from '../../data/texts/use-language.ts'
import { useLive } from '../../data/use-live.ts'
import { usePerson } from '../../data/use-person.ts'
import { useProfile } from '../../data/use-profile.ts'
import { useWant } from '../../data/use-want.ts'
import { Screen } from '../../parts/screen/screen.tsx'
import { useFailureToast } from '../../parts/failures/use-failure-toast.ts'
import { Button, ButtonLink } from '../../ui/controls/button.tsx'
import { Section } from '../../ui/blocks/card.tsx'
import { List, ListRow } from '../../ui/blocks/list.tsx'
import { useToast } from '../../ui/layers/toast.tsx'
import { AccountSection } from './account-section.tsx'
import { CurrencyRow } from './currency-row.tsx'
import { DataSection } from './data-section.tsx'
import { InviteSection } from './invite-section.tsx'
import { SaverRow } from './saver-row.tsx'
import { SessionsSection } from './sessions-section.tsx'
import { SignOutSheet, type UnsentChoice } from './sign-out-sheet.tsx'
import { ThemeRow } from './theme-row.tsx'
import { version } from './version.ts'

/** Settings: the account, the app, and signing out in a way that loses nothing unasked. */
export function SettingScreen() {
  const { t } = useTranslation()
  const toast = useToast()
  const failed = useFailureToast()
  const [, navigate] = useLocation()
  const person = usePerson()
  const account = useProfile()
  useWant('user.profile', {}, account?.link?.session === 'ok')
  const logout = useCall('user.logout')
  const counts = useLive(unsent, [])
  const [asking, setAsking] = useState(false)
  const left = counts ? counts.waiting + counts.held + counts.conflicts + counts.refused : undefined

  /** Resolves to whether the person was signed out. */
  const signOut = async (way: UnsentChoice): Promise<boolean> => {
    const outcome = await logout.call({ unsent: way })
    if (outcome.kind !== 'accepted') {
      failed(outcome)
      return false
    }
    toast({ text: t('settings.signedOut'), kind: 'good' })
    navigate(links.mine, { replace: true })
    return true
  }
  return (
    <Screen width="narrow">
      {person && !person.guest && (
        <AccountSection
          key={person.uid}
          uid={person.uid}
          user={account?.profile?.userinfo}
          bounced={account?.profile?.bounced}
        />
      )}
      <AppSection />
      {person && !person.guest && (
        <>
          {account?.profile?.invitations && <InviteSection invitations={account.profile.invitations} />}
          <SessionsSection key={person.uid} />
          <DataSection />
        </>
      )}
      {person?.guest ? (
        <ButtonLink wide href={links.login(false, links.settings)}>
          {t('settings.signIn')}
        </ButtonLink>
      ) : (
        person && (
          <Button
            kind="danger"
            wide
            icon={<LogOut />}
            busy={logout.busy && !asking}
            disabled={left === undefined}
            onClick={() => (left ? setAsking(true) : void signOut('keep'))}
          >
            {t('settings.signOut')}
          </Button>
        )
      )}
      <SignOutSheet
        open={asking}
        count={left ?? 0}
        busy={logout.busy}
        signOut={signOut}
        onClose={() => setAsking(false)}
      />
    </Screen>
  )
}

/** How the app is on this device, and what it is. */
function AppSection() {
  const { t } = useTranslation()
  const language = useLanguage()
  const demo = useLive(isDemo, [], false)
  return (
    <Section title={t('settings.app')}>
      <List>
        <ListRow
          icon={<Languages />}
          title={t('settings.language')}
          end={locales.find((l) => l.code === language)?.name}
          href={links.language}
        />
        <CurrencyRow />
        <ThemeRow />
        <SaverRow />
        <ListRow icon={<Info />} title={t('settings.version')} end={version} />
        {demo && (
          <ListRow
            icon={<Image />}
            title={t('settings.credits')}
            text={t('settings.creditsText')}
            href="/media/credits.txt"
          />
        )}
      </List>
    </Section>
  )
}
