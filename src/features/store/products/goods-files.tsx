import Download from 'lucide-react/icons/download'
import FileUp from 'lucide-react/icons/file-up'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { GoodsItem } from '#localdb/queries/products/items.ts'
import { links } from '../../../links/links.ts'
import { saveFile } from '../../../data/save-file.ts'
import { useStoreCall } from '../../../data/stores/use-store.ts'
import { useFailureText } from '../../../parts/failures/use-failure-text.ts'
import { useFormat } from '../../../parts/format/use-format.ts'
import { useStoreParam } from '../../../parts/stores/open-desk.tsx'
import { Button, ButtonLink } from '../../../ui/controls/button.tsx'
import { Select } from '../../../ui/controls/select.tsx'
import { Sheet } from '../../../ui/layers/sheet.tsx'
import { useToast } from '../../../ui/layers/toast.tsx'
import styles from './goods-plan.module.css'

/** Goods out of files, and into them. */
export function GoodsFiles({ shown, all }: { shown: readonly GoodsItem[]; all: number }) {
  const { t } = useTranslation()
  const store = useStoreParam()
  const [open, setOpen] = useState(false)
  return (
    <>
      <ButtonLink kind="secondary" href={links.centreImport(store)} icon={<FileUp />}>
        {t('goodsFile.import')}
      </ButtonLink>
      <Button kind="secondary" icon={<Download />} onClick={() => setOpen(true)}>
        {t('goodsFile.export')}
      </Button>
      <Sheet open={open} onClose={() => setOpen(false)} title={t('goodsFile.export')}>
        <Export shown={shown} all={all} done={() => setOpen(false)} />
      </Sheet>
    </>
  )
}

function Export({ shown, all, done }: { shown: readonly GoodsItem[]; all: number; done(): void }) {
  const { t } = useTranslation()
  const { number } = useFormat()
  const toast = useToast()
  const failureText = useFailureText()
  const write = useStoreCall('goods.write')
  const some = shown.length > 0 && shown.length < all
  const [which, setWhich] = useState<'all' | 'shown'>(some ? 'shown' : 'all')
  const [busy, setBusy] = useState<'csv' | 'jsonl'>()
  const save = async (form: 'csv' | 'jsonl') => {
    setBusy(form)
    const answer = await write({ form, which: which === 'shown' ? shown.map(({ id }) => id) : 'all' }).finally(() =>
      setBusy(undefined),
    )
    if (answer.kind !== 'accepted') return toast({ text: failureText(answer), kind: 'bad' })
    const { text, count } = answer.data
    saveFile(`goods.${form}`, text, form === 'csv' ? 'text/csv' : 'application/x-ndjson')
    done()
    toast({ text: t('goodsFile.exported', { n: number(count) }), kind: 'good' })
  }
  return (
    <div className={styles.pick}>
      <p className={styles.soft}>{t('goodsFile.exportHint')}</p>
      {some && (
        <Select
          label={t('goodsFile.exportWhich')}
          value={which}
          choices={[
            { value: 'shown', label: t('goodsFile.exportShown', { n: number(shown.length) }) },
            { value: 'all', label: t('goodsFile.exportAll', { n: number(all) }) },
          ]}
          onChange={(value: 'all' | 'shown') => setWhich(value)}
        />
      )}
      <Button wide busy={busy === 'csv'} onClick={() => void save('csv')}>
        {t('goodsFile.exportCsv')}
      </Button>
      <Button wide kind="secondary" busy={busy === 'jsonl'} onClick={() => void save('jsonl')}>
        {t('goodsFile.exportJson')}
      </Button>
    </div>
  )
}
