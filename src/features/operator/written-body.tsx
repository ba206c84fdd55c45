import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { LocaleCode } from '#contract/text/locales.ts'
import { later } from '../../data/loading/later.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { Skeleton } from '../../ui/blocks/skeleton.tsx'
import styles from './operator.module.css'

const Preview = later('written-preview', async () => (await import('./written-preview-later.tsx')).Preview)

interface WrittenBodyProps {
  value: string
  language: LocaleCode
  /** Most characters. */
  max: number
  /** Nothing was written where something must be. */
  empty: boolean
  /** The text as readers see it, with its values. */
  filled?: string
  onChange(text: string): void
}

/** A text of the operators, with how it is written, and how readers see it. */
export function WrittenBody({ value, language, max, empty, filled = value, onChange }: WrittenBodyProps) {
  const { t } = useTranslation()
  const id = useId()
  const [shown, setShown] = useState(false)
  return (
    <div className={styles.stack}>
      <div className={styles.words}>
        <label htmlFor={id}>{t('articlesDesk.body')}</label>
        <textarea
          id={id}
          lang={language}
          dir="auto"
          rows={14}
          maxLength={max}
          required
          aria-invalid={empty || undefined}
          aria-describedby={`${id}-hint`}
          value={value}
          onChange={(e) => onChange(e.target.value)}
        />
        <span id={`${id}-hint`} className={empty ? styles.bad : styles.hint}>
          {t(empty ? 'articlesDesk.write' : 'articlesDesk.bodyHint')}
        </span>
      </div>
      <div className={styles.acts}>
        <Button kind="secondary" aria-expanded={shown} onClick={() => setShown(!shown)}>
          {t(shown ? 'articlesDesk.hidePreview' : 'siteDesk.preview')}
        </Button>
      </div>
      {shown && <Preview text={filled} language={language} instead={<Skeleton height="10rem" />} />}
    </div>
  )
}
