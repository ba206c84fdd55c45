import { useTranslation } from 'react-i18next'
import type { AreaChange } from '#contract/market/schema-operator-areas.ts'
import { Facts } from '../../../parts/format/facts.tsx'
import { useFormat } from '../../../parts/format/use-format.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Notice } from '../../../ui/blocks/notice.tsx'
import { Sheet } from '../../../ui/layers/sheet.tsx'
import { Skeleton } from '../../../ui/blocks/skeleton.tsx'
import { AskedFailure } from '../asked-failure.tsx'
import styles from '../operator.module.css'
import { useOperatorCall } from '../use-operator-call.ts'
import { useListed } from '../use-listed.ts'

/** A change that closes. */
export type Closing = AreaChange & { act: 'close' | 'only' }

interface AreaPreviewProps {
  change: Closing
  nameOf(code: string): string
  busy: boolean
  onClose(): void
  onSure(): void
}

/** The effect of a change before it is made: how many areas close, and the addresses, stores and orders there. */
export function AreaPreview({ change, nameOf, busy, onClose, onSure }: AreaPreviewProps) {
  const { t } = useTranslation()
  const { number } = useFormat()
  const listed = useListed()
  const asked = useOperatorCall('operator.areasPreview', change)
  const { data } = asked
  const changes = data ? data.closes + data.opens : 0
  return (
    <Sheet
      open
      onClose={onClose}
      title={t(`areasDesk.sure.${change.act}`)}
      footer={
        changes > 0 && (
          <Button wide kind="danger" busy={busy} onClick={onSure}>
            {data && data.closes > 0
              ? t('areasDesk.closeNow', { n: number(data.closes) })
              : t('areasDesk.openNow', { n: number(data?.opens ?? 0) })}
          </Button>
        )
      }
    >
      <div className={styles.stack}>
        <p>{listed(change.codes.map(nameOf))}</p>
        {asked.failure && <AskedFailure failure={asked.failure} busy={asked.busy} again={asked.again} />}
        {!data && !asked.failure && <Skeleton height="12rem" />}
        {data && changes === 0 && <Notice>{t('areasDesk.nothing')}</Notice>}
        {data && changes > 0 && (
          <>
            <Facts
              className={styles.facts}
              facts={[
                [t('areasDesk.toClose'), number(data.closes)],
                ...(data.opens > 0 ? [[t('areasDesk.toOpen'), number(data.opens)] as const] : []),
                [t('areasDesk.left'), number(data.left)],
                [t('areasDesk.addresses'), number(data.addresses)],
                [t('areasDesk.stores'), number(data.stores)],
                [t('areasDesk.orders'), number(data.orders)],
              ]}
            />
            {data.left === 0 && <Notice tone="warn">{t('areasDesk.nowhere')}</Notice>}
            <p className={styles.soft}>{t('areasDesk.goesOn')}</p>
          </>
        )}
      </div>
    </Sheet>
  )
}
