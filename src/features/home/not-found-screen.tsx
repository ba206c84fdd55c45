import Package from 'lucide-react/icons/package'
import { useTranslation } from 'react-i18next'
import { links } from '../../links/links.ts'
import { Beneath } from '../../parts/home/beneath.tsx'
import { Screen } from '../../parts/screen/screen.tsx'
import { ButtonLink } from '../../ui/controls/button.tsx'
import { EmptyState } from '../../ui/blocks/empty-state.tsx'

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
