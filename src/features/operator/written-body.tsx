import { useId, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { locales, type LocaleCode } from '#contract/locales.ts'
import { NotWritten, readBlocks, type WrittenBlock, type WrittenFault } from '#contract/rules/written-text.ts'
import { WrittenText } from '../../parts/written-text.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Notice } from '../../ui/notice.tsx'
import styles from './operator.module.css'

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
      {shown && <Preview text={filled} language={language} />}
    </div>
  )
}

const faultTexts = {
  articleHtml: 'cannot.articleHtml',
  articlePicture: 'cannot.articlePicture',
  articleLink: 'cannot.articleLink',
} as const satisfies Record<WrittenFault['fault'], string>

/** The blocks of a text, or what is wrong with it. */
function readText(text: string): { blocks: WrittenBlock[] } | { why: WrittenFault } {
  try {
    return { blocks: readBlocks(text.split(/\r?\n/)) }
  } catch (error) {
    if (error instanceof NotWritten) return { why: error.why }
    throw error
  }
}

/** A text as readers see it. */
function Preview({ text, language }: { text: string; language: LocaleCode }) {
  const { t } = useTranslation()
  const read = useMemo(() => readText(text), [text])
  if ('why' in read) {
    const { fault, ...values } = read.why
    return <Notice tone="bad">{t(faultTexts[fault], values)}</Notice>
  }
  return (
    <Card>
      <section
        className={styles.written}
        aria-label={t('siteDesk.preview')}
        lang={language}
        dir={locales.find(({ code }) => code === language)?.dir}
      >
        <WrittenText blocks={read.blocks} level={3} />
      </section>
    </Card>
  )
}
