import Package from 'lucide-react/icons/package'
import { useTranslation } from 'react-i18next'
import { links } from '../../app/links.ts'
import { Beneath } from '../../parts/beneath.tsx'
import { Screen } from '../../parts/screen.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'

/** Shown when no screen has this address. */
export function NotFoundScreen() {
  const { t } = useTranslation()
  return (
    <Screen>
      <EmptyState
        icon={<Package />}
        title={t('notFound.title')}
        text={t('notFound.text')}
        action={<ButtonLink href={links.home}>{t('notFound.home')}</ButtonLink>}
      />
      <Beneath />
    </Screen>
  )
}
