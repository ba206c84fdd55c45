import ShieldCheck from 'lucide-react/icons/shield-check'
import { useTranslation } from 'react-i18next'
import { useParams } from 'wouter'
import { links } from '../../app/links.ts'
import { useAsked } from '../../data/use-asked.ts'
import { usePerson } from '../../data/use-person.ts'
import { Screen } from '../../parts/screen.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { AskedFailure } from './asked-failure.tsx'
import { DeskList } from './desk-list.tsx'
import { desks } from './desks.ts'
import { Entrance } from './entrance.tsx'
import { EntranceContext } from './use-desk.ts'

/** The operator's entrance, and behind it the desks: their list, or the one of the address. */
export function OperatorScreen() {
  const { t } = useTranslation()
  const person = usePerson()
  const asked = useAsked('operator.state', person && !person.guest ? {} : undefined)
  const { desk: path } = useParams<{ desk?: string }>()
  if (person?.guest)
    return (
      <Screen width="narrow">
        <EmptyState
          icon={<ShieldCheck />}
          title={t('operator.guest')}
          text={t('operator.guestText')}
          action={<ButtonLink href={links.login(false, links.operator())}>{t('settings.signIn')}</ButtonLink>}
        />
      </Screen>
    )
  if (!asked.data)
    return (
      <Screen width="narrow">
        {asked.failure ? (
          <AskedFailure failure={asked.failure} busy={asked.busy} again={asked.again} />
        ) : (
          <>
            <Skeleton height="3.5rem" />
            <Skeleton height="3.5rem" />
          </>
        )}
      </Screen>
    )
  const { state, rights } = asked.data
  if (state !== 'in')
    return (
      <Screen width="narrow">
        <Entrance state={state} entered={asked.put} again={asked.again} />
      </Screen>
    )
  const open = desks.filter(({ right }) => right === undefined || rights.includes(right))
  const shown = open.find((one) => one.path === path)
  return (
    <EntranceContext value={asked.again}>
      {shown ? (
        <Screen title={t(`desks.${shown.title}`)}>
          <shown.Desk instead={<Skeleton height="20rem" />} />
        </Screen>
      ) : (
        <Screen width="narrow">
          <DeskList desks={open} until={asked.data.until} lost={path !== undefined} />
        </Screen>
      )}
    </EntranceContext>
  )
}
