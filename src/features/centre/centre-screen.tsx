import Store from 'lucide-react/icons/store'
import { useTranslation } from 'react-i18next'
import { useParams } from 'wouter'
import { links } from '../../app/links.ts'
import { usePerson } from '../../data/use-person.ts'
import { useStores } from '../../data/use-store.ts'
import { Screen } from '../../parts/screen.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { List, ListRow } from '../../ui/list.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { StoreCentre } from './store-centre.tsx'

/** The centre of a store that the person acts for; which one, where they are several. */
export function CentreScreen() {
  const { t } = useTranslation()
  const { store } = useParams<{ store?: string }>()
  const person = usePerson()
  const stores = useStores()
  if (!person || !stores)
    return (
      <Screen width="narrow">
        <Skeleton height="3.25rem" />
        <Skeleton height="9rem" />
      </Screen>
    )
  const live = stores.filter((m) => m.endedAt === null)
  const asked = store === undefined ? undefined : stores.find((m) => String(m.storeId) === store)
  const one = asked ?? (live.length === 1 && store === undefined ? live[0] : undefined)
  if (one) return <StoreCentre key={one.uid} store={one} />
  return (
    <Screen width="narrow">
      {person.guest || live.length === 0 ? (
        <EmptyState
          icon={<Store />}
          title={t('centre.none')}
          text={t('centre.noneHint')}
          action={
            person.guest ? (
              <ButtonLink href={links.login(false, links.centre())}>{t('centre.signIn')}</ButtonLink>
            ) : (
              <ButtonLink href={links.mine}>{t('centre.toMine')}</ButtonLink>
            )
          }
        />
      ) : (
        <List label={t('titles.centre')}>
          {live.map((m) => (
            <ListRow
              key={m.uid}
              icon={<Store />}
              title={<bdi>{m.name}</bdi>}
              text={t(m.role === 'owner' ? 'centre.owner' : 'centre.staff')}
              href={links.centre(m.storeId)}
            />
          ))}
        </List>
      )}
    </Screen>
  )
}
