import Printer from 'lucide-react/icons/printer'
import FileText from 'lucide-react/icons/file-text'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation, useSearchParams } from 'wouter'
import { links } from '../../../links/links.ts'
import { Screen } from '../../../parts/screen/screen.tsx'
import { useStoreParam } from '../../../parts/stores/open-desk.tsx'
import { Button, ButtonLink } from '../../../ui/controls/button.tsx'
import { Chip, ChipRow } from '../../../ui/controls/chip.tsx'
import { cx } from '../../../ui/cx.ts'
import { EmptyState } from '../../../ui/blocks/empty-state.tsx'
import { Skeleton } from '../../../ui/blocks/skeleton.tsx'
import { InStore } from '../in-store.tsx'
import { IssuedPapers } from './issued-papers.tsx'
import { SaleLabels } from './sale-labels.tsx'
import { PackingSlip, PickList } from './sale-papers.tsx'
import styles from './sale-papers.module.css'
import { useSalesById, type OpenedSale } from '../orders/use-sales.ts'

const kinds = ['pick', 'slip', 'label', 'invoice'] as const
type Kind = (typeof kinds)[number]

/** The page sizes of papers for more than one kind of printer, the usual size first. */
const sizes = { pick: ['a4', 'receipt'], label: ['a6', 'a4'] } as const satisfies Partial<
  Record<Kind, readonly string[]>
>
type Size = 'a4' | 'a6' | 'receipt'
const sizesOf = (kind: Kind): readonly Size[] => (kind === 'pick' || kind === 'label' ? sizes[kind] : ['a4'])

/** The largest number of orders printed at once. */
const MOST = 200

/**
 * The papers for sending orders: one pick list for all of them, a packing slip and a label for each, and their
 * invoices.
 */
export function SalePapersScreen() {
  return (
    <InStore>
      <Papers />
    </InStore>
  )
}

function Papers() {
  const { t } = useTranslation()
  const [params] = useSearchParams()
  const at = useStoreParam()
  const ids = (params.get('ids') ?? '').split(',').filter(Boolean).slice(0, MOST)
  const kind = kinds.find((one) => one === params.get('kind')) ?? 'pick'
  const found = useSalesById(ids)
  if (!found || found.some(({ clear }) => clear === undefined))
    return (
      <Screen width="narrow">
        <Skeleton height="30rem" />
      </Screen>
    )
  if (found.length === 0)
    return (
      <Screen width="narrow">
        <EmptyState
          icon={<FileText />}
          title={t('refusals.orderGone')}
          action={<ButtonLink href={links.centre(at)}>{t('centre.orders')}</ButtonLink>}
        />
      </Screen>
    )
  return <Shown key={kind} kind={kind} found={found} ids={ids} />
}

function Shown({ kind, found, ids }: { kind: Kind; found: readonly OpenedSale[]; ids: readonly string[] }) {
  const { t } = useTranslation()
  const [, navigate] = useLocation()
  const at = useStoreParam()
  const [size, setSize] = useState<Size>(sizesOf(kind)[0]!)
  const paper = cx(styles.paper, styles[size])
  const one = found.length === 1 ? ` ${found[0]!.sale.number}` : ''
  return (
    <Screen
      // Browsers name the saved file after the title.
      title={`${t(`centre.paper.${kind}`)}${one}`}
      foot={
        <Button wide icon={<Printer />} onClick={() => print()}>
          {t('papers.print')}
        </Button>
      }
    >
      <div className={styles.desk}>
        <ChipRow label={t('papers.kinds')}>
          {kinds.map((other) => (
            <Chip
              key={other}
              on={other === kind}
              onChange={() => navigate(links.salePapers(other, ids, at), { replace: true })}
            >
              {t(`centre.paper.${other}`)}
            </Chip>
          ))}
        </ChipRow>
        <Sizes kind={kind} size={size} onChange={setSize} />
        {kind === 'invoice' && <IssuedPapers ids={ids} />}
        {kind === 'label' && <SaleLabels sales={found} className={paper} />}
        {(kind === 'pick' || kind === 'slip') && (
          <div className={paper} data-theme="light">
            {kind === 'pick' && <PickList sales={found} />}
            {kind === 'slip' && found.map((each) => <PackingSlip key={each.sale.id} {...each} />)}
          </div>
        )}
      </div>
    </Screen>
  )
}

/** Chooses the page size, where there are several. */
function Sizes({ kind, size, onChange }: { kind: Kind; size: Size; onChange(size: Size): void }) {
  const { t } = useTranslation()
  const choices = sizesOf(kind)
  if (choices.length < 2) return null
  return (
    <ChipRow label={t('papers.size')}>
      {choices.map((one) => (
        <Chip key={one} on={one === size} onChange={() => onChange(one)}>
          {one === 'receipt' ? t('papers.receipt') : one.toUpperCase()}
        </Chip>
      ))}
    </ChipRow>
  )
}
