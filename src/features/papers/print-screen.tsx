import FileText from 'lucide-react/icons/file-text'
import Printer from 'lucide-react/icons/printer'
import { useTranslation } from 'react-i18next'
import { useLocation, useSearchParams } from 'wouter'
import { orderItems, type OrderItem } from '#localdb/queries/orders.ts'
import { links } from '../../app/links.ts'
import { useLive } from '../../data/use-live.ts'
import { usePerson } from '../../data/use-person.ts'
import { Screen } from '../../parts/screen.tsx'
import { useClearOrder } from '../../parts/use-clear-order.ts'
import { useOrderName } from '../../parts/use-order-name.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Chip, ChipRow } from '../../ui/chip.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { paperKinds, papersOf, type PaperKind } from './paper-kinds.ts'
import { Paper } from './paper.tsx'
import styles from './papers.module.css'

/** An order as a page that any browser prints or saves as a PDF, also without a network. */
export function PrintScreen() {
  const { t } = useTranslation()
  const [params] = useSearchParams()
  const person = usePerson()
  const id = params.get('id') ?? ''
  const orders = useLive((db) => orderItems(db, { ids: [id] }), [id])
  if (!orders || !person)
    return (
      <Screen width="narrow">
        <Skeleton height="30rem" />
      </Screen>
    )
  const [order] = orders
  if (!order)
    return (
      <Screen width="narrow">
        {person?.guest ? (
          <EmptyState
            icon={<FileText />}
            title={t('refusals.pleaseLogin')}
            action={<ButtonLink href={links.login(false, links.print(id))}>{t('titles.login')}</ButtonLink>}
          />
        ) : (
          <EmptyState
            icon={<FileText />}
            title={t('refusals.orderGone')}
            action={<ButtonLink href={links.orders()}>{t('titles.order')}</ButtonLink>}
          />
        )}
      </Screen>
    )
  const wanted = paperKinds.find((kind) => kind === params.get('kind'))
  return <Shown order={order} wanted={wanted} />
}

function Shown({ order, wanted }: { order: OrderItem; wanted: PaperKind | undefined }) {
  const { t } = useTranslation()
  const [, navigate] = useLocation()
  const nameOf = useOrderName()
  const clear = useClearOrder(order)
  const kinds = papersOf(order)
  const kind = wanted && kinds.includes(wanted) ? wanted : kinds.at(-1)!
  return (
    <Screen
      // A browser names the file after it.
      title={`${t(`papers.${kind}`)} ${nameOf(order)}`}
      foot={
        <Button wide icon={<Printer />} onClick={() => print()}>
          {t('papers.print')}
        </Button>
      }
    >
      <div className={styles.desk}>
        <ChipRow label={t('papers.kinds')}>
          {kinds.map((one) => (
            <Chip key={one} on={one === kind} onChange={() => navigate(links.print(order.id, one), { replace: true })}>
              {t(`papers.${one}`)}
            </Chip>
          ))}
        </ChipRow>
        {clear === undefined ? <Skeleton height="30rem" /> : <Paper kind={kind} order={order} clear={clear} />}
      </div>
    </Screen>
  )
}
