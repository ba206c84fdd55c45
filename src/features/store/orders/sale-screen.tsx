import PackageSearch from 'lucide-react/icons/package-search'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useParams } from 'wouter'
import { shipsBy } from '#contract/orders/stages.ts'
import { canShip, isLate } from '#contract/stores/sales.ts'
import { links } from '../../../links/links.ts'
import { Screen } from '../../../parts/screen/screen.tsx'
import { SyncMark } from '../../../parts/sync/sync-mark.tsx'
import { useFormat } from '../../../parts/format/use-format.ts'
import { useStoreParam } from '../../../parts/stores/open-desk.tsx'
import { Button, ButtonLink } from '../../../ui/controls/button.tsx'
import { Card } from '../../../ui/blocks/card.tsx'
import { EmptyState } from '../../../ui/blocks/empty-state.tsx'
import { Notice } from '../../../ui/blocks/notice.tsx'
import { Skeleton } from '../../../ui/blocks/skeleton.tsx'
import { exactTime, useNow } from '../../../ui/time.tsx'
import { InStore } from '../in-store.tsx'
import { RefusedSection } from '../refused-section.tsx'
import { SaleBadge } from './sale-badge.tsx'
import { SaleLines } from './sale-lines.tsx'
import { SaleMoney } from './sale-money.tsx'
import { SaleParcels } from './sale-parcels.tsx'
import { SaleProblems } from './sale-problems.tsx'
import { SaleTo } from './sale-to.tsx'
import styles from './sale.module.css'
import { ShipSheet } from './ship-sheet.tsx'
import { useSalesById, type OpenedSale } from './use-sales.ts'

/** One order of the store: what is to be sent and where, what was sent, what is wrong with it, and its money. */
export function SaleScreen() {
  return (
    <InStore>
      <Found />
    </InStore>
  )
}

function Found() {
  const { t } = useTranslation()
  const { id } = useParams<{ id: string }>()
  const at = useStoreParam()
  const ids = useMemo(() => [decodeURIComponent(id)], [id])
  const found = useSalesById(ids)
  if (!found)
    return (
      <Screen>
        <Skeleton height="6rem" />
        <Skeleton height="14rem" />
        <Skeleton height="9rem" />
      </Screen>
    )
  const [one] = found
  if (one) return <Shown {...one} />
  return (
    <Screen>
      <EmptyState
        icon={<PackageSearch />}
        title={t('orders.unknown')}
        text={t('orders.unknownHint')}
        action={<ButtonLink href={links.centre(at)}>{t('centre.orders')}</ButtonLink>}
      />
    </Screen>
  )
}

function Shown({ sale, clear }: OpenedSale) {
  const { t } = useTranslation()
  const [shipping, setShipping] = useState(false)
  const ready = canShip(sale)
  return (
    <Screen
      title={t('centre.order', { number: sale.number })}
      foot={
        ready && (
          <Button wide onClick={() => setShipping(true)}>
            {t('centre.shipParcel')}
          </Button>
        )
      }
    >
      <RefusedSection />
      <div className={styles.desk}>
        <div className={styles.column}>
          <Head sale={sale} />
          <SaleLines sale={sale} clear={clear} />
          <SaleParcels sale={sale} />
          <SaleProblems sale={sale} />
        </div>
        <div className={styles.column}>
          <SaleTo sale={sale} clear={clear} />
          <SaleMoney sale={sale} />
        </div>
      </div>
      <ShipSheet sale={sale} open={shipping && ready} onClose={() => setShipping(false)} />
    </Screen>
  )
}

function Head({ sale }: { sale: OpenedSale['sale'] }) {
  const { t } = useTranslation()
  const { locale } = useFormat()
  const at = useStoreParam()
  const now = useNow()
  const late = now !== undefined && isLate(sale, now)
  const by =
    sale.paidAt !== null && canShip(sale)
      ? exactTime(shipsBy({ paidAt: sale.paidAt, shipBy: sale.shipBy }), locale)
      : undefined
  const ids = [sale.id]
  const papers = sale.paidAt !== null
  return (
    <Card className={styles.stack}>
      <div className={styles.head}>
        <strong className={styles.number}>
          <bdi>{sale.number}</bdi>
        </strong>
        <span className={styles.state}>
          {sale.pending && <SyncMark />}
          <SaleBadge sale={sale} now={now} />
        </span>
      </div>
      <p className={styles.soft}>
        {t('centre.orderedAt', { time: exactTime(sale.createdAt, locale) })}
        {sale.paidAt !== null && ` · ${t('centre.paidAt', { time: exactTime(sale.paidAt, locale) })}`}
      </p>
      {by !== undefined &&
        (late ? (
          <Notice tone="warn">{t('centre.lateText', { time: by })}</Notice>
        ) : (
          <p className={styles.soft}>{t('centre.shipBy', { time: by })}</p>
        ))}
      {sale.pending && <p role="status">{t('centre.pending')}</p>}
      {papers && (
        <div className={styles.papers}>
          {(['pick', 'slip', 'label', 'invoice'] as const).map((kind) => (
            <ButtonLink key={kind} kind="secondary" small href={links.salePapers(kind, ids, at)}>
              {t(`centre.paper.${kind}`)}
            </ButtonLink>
          ))}
        </div>
      )}
    </Card>
  )
}
