import FileText from 'lucide-react/icons/file-text'
import Printer from 'lucide-react/icons/printer'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation, useSearchParams } from 'wouter'
import type { Invoice } from '#contract/sync/schema-rows.ts'
import { papersOfOrders } from '#localdb/queries/invoices.ts'
import { orderItems, type OrderItem } from '#localdb/queries/orders/items.ts'
import { links } from '../../links/links.ts'
import { useLive } from '../../data/use-live.ts'
import { usePerson } from '../../data/use-person.ts'
import { useOpened } from '../../data/use-unsealed.ts'
import { IssuedPaper } from '../../parts/invoices/issued-paper.tsx'
import { Screen } from '../../parts/screen/screen.tsx'
import { useClearOrder } from '../../parts/orders/use-clear-order.ts'
import { useOrderName } from '../../parts/orders/use-order-name.ts'
import { Button, ButtonLink } from '../../ui/controls/button.tsx'
import { Chip, ChipRow } from '../../ui/controls/chip.tsx'
import { EmptyState } from '../../ui/blocks/empty-state.tsx'
import { Notice } from '../../ui/blocks/notice.tsx'
import { Skeleton } from '../../ui/blocks/skeleton.tsx'
import { issuedName, papersOf, type PaperKind } from './paper-kinds.ts'
import { Paper } from './paper.tsx'
import styles from './papers.module.css'

/** The papers of an order, as a page that any browser prints or saves as a PDF, also without a network. */
export function PrintScreen() {
  const { t } = useTranslation()
  const [params] = useSearchParams()
  const person = usePerson()
  const id = params.get('id') ?? ''
  const orders = useLive((db) => orderItems(db, { ids: [id] }), [id])
  const issued = useLive((db) => papersOfOrders([id])(db.user), [id])
  if (!orders || !issued || !person)
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
  return <Shown order={order} issued={issued} wanted={params.get('kind') ?? ''} />
}

/** One of the papers: its name in the address, and its title. */
interface Choice {
  name: string
  title: string
  of: PaperKind | Invoice
}

function Shown({ order, issued, wanted }: { order: OrderItem; issued: readonly Invoice[]; wanted: string }) {
  const { t } = useTranslation()
  const [, navigate] = useLocation()
  const nameOf = useOrderName()
  const choices: Choice[] = [
    ...papersOf(order).map((kind): Choice => ({ name: kind, title: t(`papers.${kind}`), of: kind })),
    ...issued.map((row): Choice => {
      const title = row.kind === 'invoice' ? t('papers.invoice') : t('papers.creditNoteOf', { number: row.number })
      return { name: issuedName(row), title, of: row }
    }),
  ]
  const named = choices.find(({ name }) => name === wanted)
  const shown = named ?? choices.find(({ name }) => name === 'invoice') ?? choices.at(-1)!
  return (
    <Screen
      // A browser names the file after it.
      title={shown.name.startsWith('credit') ? shown.title : `${shown.title} ${nameOf(order)}`}
      foot={
        <Button wide icon={<Printer />} onClick={() => print()}>
          {t('papers.print')}
        </Button>
      }
    >
      <div className={styles.desk}>
        <ChipRow label={t('papers.kinds')}>
          {choices.map(({ name, title }) => (
            <Chip
              key={name}
              on={name === shown.name}
              onChange={() => navigate(links.print(order.id, name), { replace: true })}
            >
              {title}
            </Chip>
          ))}
        </ChipRow>
        {typeof shown.of === 'string' ? (
          <OrderPaper kind={shown.of} order={order} />
        ) : (
          <Issued key={shown.name} row={shown.of} />
        )}
      </div>
    </Screen>
  )
}

function OrderPaper({ kind, order }: { kind: PaperKind; order: OrderItem }) {
  const clear = useClearOrder(order)
  return clear === undefined ? <Skeleton height="30rem" /> : <Paper kind={kind} order={order} clear={clear} />
}

/** A paper that the market has issued, once it is opened. */
function Issued({ row }: { row: Invoice }) {
  const { t } = useTranslation()
  const rows = useMemo(() => [row], [row])
  const opened = useOpened(rows, 'invoices')
  if (!opened) return <Skeleton height="30rem" />
  const [clear] = opened.rows
  return clear ? <IssuedPaper row={clear} /> : <Notice tone="warn">{t('addresses.unreadable')}</Notice>
}
