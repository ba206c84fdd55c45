import ClipboardList from 'lucide-react/icons/clipboard-list'
import { useTranslation } from 'react-i18next'
import { links } from '../../links/links.ts'
import { Screen } from '../../parts/screen/screen.tsx'
import { ButtonLink } from '../../ui/controls/button.tsx'
import { EmptyState } from '../../ui/blocks/empty-state.tsx'

/** Shown when the order is not on this device. */
export function OrderUnknown() {
  const { t } = useTranslation()
  return (
    <Screen width="narrow">
      <EmptyState
        icon={<ClipboardList />}
        title={t('orders.unknown')}
        text={t('orders.unknownHint')}
        action={<ButtonLink href={links.orders()}>{t('orders.all')}</ButtonLink>}
      />
    </Screen>
  )
}
