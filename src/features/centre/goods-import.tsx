import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { SaidFault } from '#contract/rules/goods-said.ts'
import { useStoreCall, type PlanShown } from '../../data/use-store.ts'
import { saveFile } from '../../data/save-file.ts'
import { useFailureText } from '../../parts/use-failure-text.ts'
import { useFormat } from '../../parts/use-format.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { CentrePage } from './centre-page.tsx'
import { GoodsJobCard, useGoodsJob } from './goods-job.tsx'
import { ImportPick } from './import-pick.tsx'
import { ImportWishes } from './import-wishes.tsx'
import { PlanView } from './plan-view.tsx'
import { rejectsFile } from './rejects-file.ts'
import styles from './goods-plan.module.css'
import { useImport, type Import } from './use-import.ts'

/** A file of goods: chosen, looked at, taken over. */
export function GoodsImport() {
  const job = useGoodsJob()
  const of = useImport()
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
  if (read.kind === 'read') return <Looked of={of} plan={read.plan} />
  return (
    <>
      <Notice tone="bad" urgent>
        {read.kind === 'failed' ? failureText(read.failure) : t('goodsFile.unreadable')}
      </Notice>
      <ImportPick choose={of.choose} />
    </>
  )
}

/** What was read: what it comes to, what it does not say, and what is left out. */
function Looked({ of, plan }: { of: Import; plan: PlanShown }) {
  const { t } = useTranslation()
  const { number } = useFormat()
  return (
    <>
      <h2 className={styles.file}>
        <bdi>{of.source?.name || t('goodsFile.pasted')}</bdi>
      </h2>
      {plan.unknown.length > 0 && (
        <Notice tone="warn">{t('goodsFile.unknownColumns', { names: plan.unknown.slice(0, 20).join(', ') })}</Notice>
      )}
      {plan.fault > 0 && (
        <Notice tone="warn" action={<SaveRejects plan={plan} name={of.source?.name ?? ''} />}>
          {t('goodsFile.leftOut', { n: number(plan.fault) })}
        </Notice>
      )}
      <ImportWishes of={of} plan={plan} />
      <PlanView plan={plan} />
    </>
  )
}

function SaveRejects({ plan, name }: { plan: PlanShown; name: string }) {
  const { t } = useTranslation()
  const { number } = useFormat()
  const ask = useStoreCall('goods.rejected')
  const [busy, setBusy] = useState(false)
  const save = async () => {
    setBusy(true)
    const answer = await ask({ plan: plan.plan }).finally(() => setBusy(false))
    if (answer.kind !== 'accepted' || !answer.data.rejected) return
    const file = rejectsFile(answer.data.rejected, (fault) => {
      const at = t('goodsFile.row', { n: number(fault.row) })
      return `${[at, fault.column].filter(Boolean).join(' · ')}: ${t(`storeGoods.fault.${fault.fault as SaidFault}`)}`
    })
    saveFile(`${(name || 'goods').replace(/\.\w{1,5}$/, '')}-rejects.csv`, file, 'text/csv')
  }
  return (
    <Button kind="secondary" small busy={busy} onClick={() => void save()}>
      {t('goodsFile.saveRejects')}
    </Button>
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
          busy={busy}
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
