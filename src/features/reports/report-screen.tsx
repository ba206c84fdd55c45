import PackageX from 'lucide-react/icons/package-x'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'wouter'
import { isDone, ownParcels } from '#contract/orders/parts.ts'
import { mayReport } from '#contract/reports/rules.ts'
import { canStill } from '#contract/orders/stages.ts'
import { orderItems, type OrderItem } from '#localdb/queries/orders/items.ts'
import { links } from '../../links/links.ts'
import { useLive } from '../../data/use-live.ts'
import { usePerson } from '../../data/use-person.ts'
import { Screen } from '../../parts/screen/screen.tsx'
import { ButtonLink } from '../../ui/controls/button.tsx'
import { EmptyState } from '../../ui/blocks/empty-state.tsx'
import { Skeleton } from '../../ui/blocks/skeleton.tsx'
import { useNow } from '../../ui/time.tsx'
import { ReportForm } from './report-form.tsx'

/** A problem with a line of an order (`?id=`), of one of its parcels (`&parcel=`) or of any. */
export function ReportScreen() {
  const { t } = useTranslation()
  const [params] = useSearchParams()
  const person = usePerson()
  const now = useNow()
  const id = params.get('id') ?? ''
  const wanted = Number(params.get('parcel') ?? 0)
  const found = useLive((db) => orderItems(db, { ids: [id] }), [id])
  const order = found?.[0]
  if (person && (person.guest || (found && !order)))
    return (
      <Screen width="narrow">
        <EmptyState
          icon={<PackageX />}
          title={t(person.guest ? 'reports.guest' : 'reports.none')}
          text={t(person.guest ? 'reports.guestHint' : 'reports.noneHint')}
          action={
            person.guest ? (
              <ButtonLink href={links.login(false, links.report(id))}>{t('reports.signIn')}</ButtonLink>
            ) : (
              <ButtonLink href={links.orders()}>{t('reports.orders')}</ButtonLink>
            )
          }
        />
      </Screen>
    )
  if (!order || now === undefined)
    return (
      <Screen width="narrow">
        <Skeleton height="10rem" />
        <Skeleton height="20rem" />
      </Screen>
    )
  const parcels = reportable(order, now)
  if (parcels.length === 0)
    return (
      <Screen width="narrow">
        <EmptyState
          icon={<PackageX />}
          title={t('reports.none')}
          text={t('reports.noneHint')}
          action={<ButtonLink href={links.order(id)}>{t('reports.order')}</ButtonLink>}
        />
      </Screen>
    )
  const chosen = parcels.filter(({ n }) => n === wanted)
  return (
    <Screen width="narrow">
      <ReportForm key={order.id} order={order} parcels={chosen.length > 0 ? chosen : parcels} />
    </Screen>
  )
}

/** The parcels with which a problem can still be reported. */
function reportable(order: OrderItem, now: number) {
  const disputable = order.stage === 'disputed' || canStill(order, 'dispute')
  return ownParcels(order).filter((parcel) =>
    parcel.receivedAt === null ? disputable && !isDone(parcel) : mayReport(parcel, now),
  )
}
