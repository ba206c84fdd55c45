import ClipboardPaste from 'lucide-react/icons/clipboard-paste'
import FileUp from 'lucide-react/icons/file-up'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/controls/button.tsx'
import { Sheet } from '../../ui/layers/sheet.tsx'
import styles from './pad.module.css'

/** The ways to bring many rows at once: a text, or a file. */
export function PadTools({ onText, onFile }: { onText(text: string): void; onFile(file: Blob): void }) {
  const { t } = useTranslation()
  const file = useRef<HTMLInputElement>(null)
  const [pasting, setPasting] = useState(false)
  const [text, setText] = useState('')
  return (
    <div className={styles.tools}>
      <Button kind="secondary" small icon={<ClipboardPaste />} onClick={() => setPasting(true)}>
        {t('pad.paste')}
      </Button>
      <Button kind="secondary" small icon={<FileUp />} onClick={() => file.current?.click()}>
        {t('pad.file')}
      </Button>
      <input
        ref={file}
        type="file"
        accept=".csv,.tsv,.txt,text/csv,text/plain,text/tab-separated-values"
        className="visually-hidden"
        aria-label={t('pad.file')}
        tabIndex={-1}
        onChange={(e) => {
          const chosen = e.target.files?.[0]
          // The same file may be chosen again, mended.
          e.target.value = ''
          if (chosen) onFile(chosen)
        }}
      />
      <Sheet
        open={pasting}
        onClose={() => setPasting(false)}
        title={t('pad.paste')}
        footer={
          <Button
            wide
            onClick={() => {
              setPasting(false)
              setText('')
              onText(text)
            }}
          >
            {t('pad.takeOver')}
          </Button>
        }
      >
        <label className={styles.paste}>
          <span>{t('pad.pasteHint')}</span>
          <textarea rows={8} dir="ltr" spellCheck={false} value={text} onChange={(e) => setText(e.target.value)} />
        </label>
      </Sheet>
    </div>
  )
}
