import Printer from 'lucide-react/icons/printer'
import FileText from 'lucide-react/icons/file-text'
import { useTranslation } from 'react-i18next'
import { useLocation, useSearchParams } from 'wouter'
import { links } from '../../app/links.ts'
import { Screen } from '../../parts/screen.tsx'
import { useStoreParam } from '../../parts/open-desk.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Chip, ChipRow } from '../../ui/chip.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { InStore } from './in-store.tsx'
import { Label, PackingSlip, PickList } from './sale-papers.tsx'
import styles from './sale-papers.module.css'
import { useSalesById } from './use-sales.ts'

const kinds = ['pick', 'slip', 'label'] as const
/** At most so many orders are printed at once. */
const MOST = 200

/** What is printed for sending orders: what is picked for all of them, what lies in each parcel, where each goes. */
export function SalePapersScreen() {
  return (
    <InStore>
      <Papers />
    </InStore>
  )
}

function Papers() {
  const { t } = useTranslation()
  const [, navigate] = useLocation()
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
  const one = found.length === 1 ? ` ${found[0]!.sale.number}` : ''
  return (
    <Screen
      // A browser names the file after it.
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
        <div className={styles.paper} data-theme="light">
          {kind === 'pick' && <PickList sales={found} />}
          {kind === 'slip' && found.map((each) => <PackingSlip key={each.sale.id} {...each} />)}
          {kind === 'label' && found.map((each) => <Label key={each.sale.id} {...each} />)}
        </div>
      </div>
    </Screen>
  )
}
