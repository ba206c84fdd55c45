import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ImportFault } from '#contract/products/raw.ts'
import { saveFile } from '../../../data/save-file.ts'
import { useStoreCall, type PlanShown } from '../../../data/stores/use-store.ts'
import { useFailureToast } from '../../../parts/failures/use-failure-toast.ts'
import { useFormat } from '../../../parts/format/use-format.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Notice } from '../../../ui/blocks/notice.tsx'
import styles from '../products/goods-plan.module.css'
import { ImportWishes } from './import-wishes.tsx'
import { PlanView } from './plan-view.tsx'
import { rejectsFile } from './rejects-file.ts'
import type { Import } from './use-import.ts'

// One file for both previews: that of an imported file, and that of one change of many products.
export { ManySheet } from './many-sheet.tsx'

/** The preview of a file: its plan, the fields for values that it does not state, and the rows that are left out. */
export function Looked({ of, plan }: { of: Import; plan: PlanShown }) {
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
        <>
          <Notice tone="warn">{t('goodsFile.leftOut', { n: number(plan.fault) })}</Notice>
          <div className={styles.acts}>
            <SaveRejects plan={plan} name={of.source?.name ?? ''} />
          </div>
        </>
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
  const failed = useFailureToast()
  const [busy, setBusy] = useState(false)
  const save = async () => {
    setBusy(true)
    const answer = await ask({ plan: plan.plan }).finally(() => setBusy(false))
    if (answer.kind !== 'accepted') return failed(answer)
    if (!answer.data.rejected) return
    const file = rejectsFile(answer.data.rejected, (fault) => {
      const at = t('goodsFile.row', { n: number(fault.row) })
      return `${[at, fault.column].filter(Boolean).join(' · ')}: ${t(`storeGoods.fault.${fault.fault as ImportFault}`)}`
    })
    saveFile(`${(name || 'goods').replace(/\.\w{1,5}$/, '')}-rejects.csv`, file, 'text/csv')
  }
  return (
    <Button kind="secondary" small busy={busy} onClick={() => void save()}>
      {t('goodsFile.saveRejects')}
    </Button>
  )
}
