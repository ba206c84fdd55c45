import Store from 'lucide-react/icons/store'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'wouter'
import type { Membership } from '#contract/sync/schema-rows.ts'
import { links } from '../../links/links.ts'
import { Screen } from '../../parts/screen/screen.tsx'
import { ButtonLink } from '../../ui/controls/button.tsx'
import { EmptyState } from '../../ui/blocks/empty-state.tsx'
import { List, ListRow } from '../../ui/blocks/list.tsx'
import { Invitations } from './invitations.tsx'

interface StoreChoiceProps {
  stores: readonly Membership[]
  invitations: readonly Membership[]
  guest: boolean
}

/** Asks which of several stores is meant, and for an answer to invitations; who acts for none is told so. */
export function StoreChoice({ stores, invitations, guest }: StoreChoiceProps) {
  if (stores.length === 0 && invitations.length === 0) return <NoStore guest={guest} />
  return (
    <Screen width="narrow">
      {invitations.length > 0 && <Invitations invitations={invitations} />}
      {stores.length > 0 && <Choice stores={stores} />}
    </Screen>
  )
}

function NoStore({ guest }: { guest: boolean }) {
  const { t } = useTranslation()
  return (
    <Screen width="narrow">
      <EmptyState
        icon={<Store />}
        title={t('centre.none')}
        text={t('centre.noneHint')}
        action={
          guest ? (
            <ButtonLink href={links.login(false, links.centre())}>{t('centre.signIn')}</ButtonLink>
          ) : (
            <ButtonLink href={links.mine}>{t('centre.toMine')}</ButtonLink>
          )
        }
      />
    </Screen>
  )
}

/** The stores that a person acts for; each leads to the screen of the address. */
function Choice({ stores }: { stores: readonly Membership[] }) {
  const { t } = useTranslation()
  const [path] = useLocation()
  return (
    <List label={t('titles.centre')}>
      {stores.map((m) => (
        <ListRow
          key={m.uid}
          icon={<Store />}
          title={<bdi>{m.name}</bdi>}
          text={t(m.role === 'owner' ? 'centre.owner' : 'centre.staff')}
          href={`${path}?store=${m.storeId}`}
        />
      ))}
    </List>
  )
}
