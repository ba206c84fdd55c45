import ShieldCheck from 'lucide-react/icons/shield-check'
import { useEffect, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useParams } from 'wouter'
import type { OperatorState } from '#contract/operator/schema.ts'
import { links } from '../../../links/links.ts'
import { useAsked } from '../../../data/use-asked.ts'
import { usePerson } from '../../../data/use-person.ts'
import { Screen } from '../../../parts/screen/screen.tsx'
import { ButtonLink } from '../../../ui/controls/button.tsx'
import { EmptyState } from '../../../ui/blocks/empty-state.tsx'
import { Skeleton } from '../../../ui/blocks/skeleton.tsx'
import { AskedFailure } from '../asked-failure.tsx'
import { countsByDesk } from './desk-counts.ts'
import { DeskList } from './desk-list.tsx'
import { DeskTabs } from './desk-tabs.tsx'
import { desks } from './desks.ts'
import { Entrance } from './entrance.tsx'
import styles from '../operator.module.css'
import { DesksContext, useShut } from '../use-operator-call.ts'
import { useReadDesk } from './use-read-desk.ts'

/** The operator's entrance, and behind it the desks: their list, or the one of the address. */
export function OperatorScreen() {
  const { t } = useTranslation()
  const person = usePerson()
  const asked = useAsked('operator.state', person && !person.guest ? {} : undefined)
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
  const { state } = asked.data
  if (state !== 'in')
    return (
      <Screen width="narrow">
        <Entrance state={state} entered={asked.put} again={asked.again} />
      </Screen>
    )
  return <OpenDesks state={asked.data} shut={asked.again} />
}

/** The waiting items are counted again this often, because others change them, too (ms). */
const COUNT_EVERY = 60_000

/** The desks, to an operator who is in. */
function OpenDesks({ state: { rights, until }, shut }: { state: OperatorState; shut(): void }) {
  const { t } = useTranslation()
  const { desk: path } = useParams<{ desk?: string }>()
  const asked = useAsked('operator.counts', {})
  useShut(asked, shut)
  const { again: changed } = asked
  useEffect(() => {
    const timer = window.setInterval(() => {
      if (document.visibilityState === 'visible') changed()
    }, COUNT_EVERY)
    return () => window.clearInterval(timer)
  }, [changed])
  const counts = useMemo(() => countsByDesk(asked.data?.counts ?? []), [asked.data])
  const context = useMemo(() => ({ shut, changed, rights }), [shut, changed, rights])
  const open = desks.filter(({ right }) => right === undefined || rights.includes(right))
  const shown = open.find((one) => one.path === path)
  useReadDesk(shown?.path)
  return (
    <DesksContext value={context}>
      {shown ? (
        <Screen title={t(`desks.${shown.title}`)}>
          <div className={styles.stack}>
            <DeskTabs desks={open} current={shown.path} counts={counts} />
            <shown.Desk instead={<Skeleton height="20rem" />} />
          </div>
        </Screen>
      ) : (
        <Screen width="narrow">
          <DeskList desks={open} counts={counts} until={until} lost={path !== undefined} />
        </Screen>
      )}
    </DesksContext>
  )
}
