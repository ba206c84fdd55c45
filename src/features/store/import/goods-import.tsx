import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { PlanShown } from '../../../data/stores/use-store.ts'
import { later } from '../../../data/loading/later.tsx'
import { useFailureText } from '../../../parts/failures/use-failure-text.ts'
import { useFormat } from '../../../parts/format/use-format.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Notice } from '../../../ui/blocks/notice.tsx'
import { Skeleton } from '../../../ui/blocks/skeleton.tsx'
import { CentrePage } from '../centre-page.tsx'
import { GoodsJobCard, useGoodsJob } from '../products/goods-job.tsx'
import { ImportPick } from './import-pick.tsx'
import styles from '../products/goods-plan.module.css'
import { useImport, type Import } from '../plans/use-import.ts'

const loadLooked = async () => (await import('../plans/goods-look-later.tsx')).Looked
/** A file is chosen first. */
const Looked = later('goods-look', loadLooked)

/** A file of goods: chosen, looked at, taken over. */
export function GoodsImport() {
  const job = useGoodsJob()
  const of = useImport()
  // It is wanted soon, and perhaps without a network.
  useEffect(() => void loadLooked().catch(() => undefined), [])
  const free = job === null || job?.state === 'done'
  return (
    <CentrePage tab="goods" foot={free && of.read.kind === 'read' ? <Foot of={of} plan={of.read.plan} /> : undefined}>
      <div className={styles.import}>
        {job && of.read.kind === 'none' && <GoodsJobCard />}
        {free && <Stage of={of} />}
      </div>
    </CentrePage>
  )
}

function Stage({ of }: { of: Import }) {
  const { t } = useTranslation()
  const failureText = useFailureText()
  const { read } = of
  if (read.kind === 'none') return <ImportPick choose={of.choose} />
  if (read.kind === 'reading')
    return (
      <>
        <p role="status" className={styles.soft}>
          {t('goodsFile.reading')}
        </p>
        <Skeleton height="16rem" />
      </>
    )
  if (read.kind === 'read') return <Looked of={of} plan={read.plan} instead={<Skeleton height="16rem" />} />
  return (
    <>
      <Notice tone="bad" urgent>
        {read.kind === 'failed' ? failureText(read.failure) : t('goodsFile.unreadable')}
      </Notice>
      <ImportPick choose={of.choose} />
    </>
  )
}

function Foot({ of, plan }: { of: Import; plan: PlanShown }) {
  const { t } = useTranslation()
  const { number } = useFormat()
  const [busy, setBusy] = useState(false)
  const count = plan.new + plan.changed
  return (
    <div className={styles.foot}>
      <Button kind="secondary" onClick={() => of.choose(undefined)}>
        {t('goodsFile.another')}
      </Button>
      {count > 0 && (
        <Button
          busy={busy || of.stale}
          onClick={() => {
            setBusy(true)
            void of.begin().finally(() => setBusy(false))
          }}
        >
          {t('goodsFile.takeOver', { n: number(count) })}
        </Button>
      )}
    </div>
  )
}
