import ClipboardPaste from 'lucide-react/icons/clipboard-paste'
import Download from 'lucide-react/icons/download'
import FileUp from 'lucide-react/icons/file-up'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { saveFile } from '../../../data/save-file.ts'
import { useStoreCall } from '../../../data/stores/use-store.ts'
import { useFailureToast } from '../../../parts/failures/use-failure-toast.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Card } from '../../../ui/blocks/card.tsx'
import { Sheet } from '../../../ui/layers/sheet.tsx'
import { useCategoryNames } from '../products/use-category-names.ts'
import styles from '../products/goods-plan.module.css'
import type { ImportSource } from '../plans/use-import.ts'

/** The columns of a table of goods, each with what it means. */
const columns = [
  ['code', 'code'],
  ['title.en, title.ar, title.zh', 'title'],
  ['description.en …', 'description'],
  ['state', 'state'],
  ['category', 'category'],
  ['price, currency', 'price'],
  ['steps', 'steps'],
  ['minimum, multiple', 'minimum'],
  ['lead', 'lead'],
  ['weight, variantweight', 'weight'],
  ['backorder', 'backorder'],
  ['deal', 'deal'],
  ['stock', 'stock'],
  ['variant, label.en, extra', 'variant'],
  ['attributes', 'attributes'],
  ['pictures', 'pictures'],
  ['id', 'id'],
] as const

/** The ways to bring a file of goods: chosen or pasted; and how it is to look. */
export function ImportPick({ choose }: { choose(source: ImportSource): void }) {
  const { t } = useTranslation()
  const file = useRef<HTMLInputElement>(null)
  const [pasting, setPasting] = useState(false)
  const [text, setText] = useState('')
  return (
    <div className={styles.pick}>
      <p className={styles.soft}>{t('goodsFile.hint')}</p>
      <div className={styles.acts}>
        <Button icon={<FileUp />} onClick={() => file.current?.click()}>
          {t('goodsFile.choose')}
        </Button>
        <Button kind="secondary" icon={<ClipboardPaste />} onClick={() => setPasting(true)}>
          {t('goodsFile.paste')}
        </Button>
      </div>
      <input
        ref={file}
        type="file"
        accept=".csv,.tsv,.txt,.json,.jsonl,.ndjson,text/csv,text/plain,application/json"
        hidden
        onChange={(e) => {
          const chosen = e.target.files?.[0]
          // The same file may be chosen again, mended.
          e.target.value = ''
          if (chosen) choose({ from: chosen, name: chosen.name })
        }}
      />
      <Sheet
        open={pasting}
        onClose={() => setPasting(false)}
        title={t('goodsFile.paste')}
        footer={
          <Button
            wide
            onClick={() => {
              setPasting(false)
              if (text.trim() !== '') choose({ from: text, name: '' })
            }}
          >
            {t('goodsFile.look')}
          </Button>
        }
      >
        <label className={styles.paste}>
          <span>{t('goodsFile.pasteHint')}</span>
          <textarea rows={10} dir="ltr" spellCheck={false} value={text} onChange={(e) => setText(e.target.value)} />
        </label>
      </Sheet>
      <Template />
    </div>
  )
}

/** A file to begin with, and what its columns mean. */
function Template() {
  const { t } = useTranslation()
  const write = useStoreCall('goods.write')
  const failed = useFailureToast()
  // The paths of a file are the market's own categories.
  useCategoryNames()
  const save = async (form: 'csv' | 'jsonl') => {
    const answer = await write({ form, which: 'template' })
    if (answer.kind !== 'accepted') return failed(answer)
    saveFile(`goods-template.${form}`, answer.data.text, form === 'csv' ? 'text/csv' : 'application/x-ndjson')
  }
  return (
    <Card>
      <div className={styles.pick}>
        <p className={styles.soft}>{t('goodsFile.templateHint')}</p>
        <div className={styles.acts}>
          <Button kind="secondary" small icon={<Download />} onClick={() => void save('csv')}>
            {t('goodsFile.templateCsv')}
          </Button>
          <Button kind="secondary" small icon={<Download />} onClick={() => void save('jsonl')}>
            {t('goodsFile.templateJson')}
          </Button>
        </div>
        <details className={styles.more}>
          <summary>{t('goodsFile.columns')}</summary>
          <dl className={styles.columns}>
            {columns.map(([names, key]) => (
              <div key={key}>
                <dt dir="ltr">{names}</dt>
                <dd>{t(`goodsFile.column.${key}`)}</dd>
              </div>
            ))}
          </dl>
        </details>
      </div>
    </Card>
  )
}
