import UserRound from 'lucide-react/icons/user-round'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useParams } from 'wouter'
import { drawnFor, type DrawnFor } from '#contract/quotes/drawn.ts'
import { knownOr } from '#contract/wire/open.ts'
import { drawnBy } from '#localdb/queries/quotes/draws.ts'
import { links } from '../../../links/links.ts'
import { useStoreLive, useStoreOpened } from '../../../data/stores/use-store.ts'
import { Screen } from '../../../parts/screen/screen.tsx'
import { useStoreParam } from '../../../parts/stores/open-desk.tsx'
import { ButtonLink } from '../../../ui/controls/button.tsx'
import { EmptyState } from '../../../ui/blocks/empty-state.tsx'
import { Skeleton } from '../../../ui/blocks/skeleton.tsx'
import { DrawForm } from './draw-form.tsx'
import { InStore } from '../in-store.tsx'
import { RefusedSection } from '../refused-section.tsx'

/** Where a member draws up an order for a buyer whom the store knows. */
export function DrawScreen() {
  const { kind = '', id = '' } = useParams()
  const known = knownOr(drawnFor, kind, undefined)
  return <InStore>{known ? <Found key={id} kind={known} id={decodeURIComponent(id)} /> : <Unknown />}</InStore>
}

function Found({ kind, id }: { kind: DrawnFor; id: string }) {
  const { t } = useTranslation()
  const query = useMemo(() => drawnBy(kind, id), [kind, id])
  const found = useStoreLive(query)
  const rows = useMemo(() => (found ? [found.row] : undefined), [found])
  const opened = useStoreOpened(rows as never, found?.table ?? 'sales')
  const buyer = opened && ((opened.rows[0] as { buyer: string } | undefined)?.buyer ?? '')
  if (found === null || buyer === '') return <Unknown />
  return (
    <Screen width="narrow" title={t('asks.draw')}>
      <RefusedSection />
      {buyer === undefined ? <Skeleton height="12rem" /> : <DrawForm of={{ kind, id }} buyer={buyer} />}
    </Screen>
  )
}

function Unknown() {
  const { t } = useTranslation()
  const at = useStoreParam()
  return (
    <Screen width="narrow">
      <EmptyState
        icon={<UserRound />}
        title={t('asks.drawUnknown')}
        text={t('orders.unknownHint')}
        action={<ButtonLink href={links.centreRequests(at)}>{t('asks.requests')}</ButtonLink>}
      />
    </Screen>
  )
}
