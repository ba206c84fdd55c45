import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { locales, type LocaleCode } from '#contract/text/locales.ts'
import { NotWritten, readBlocks, type WrittenBlock, type WrittenFault } from '#contract/text/written-text.ts'
import { WrittenBlocks } from '../../parts/articles/written-text.tsx'
import { Card } from '../../ui/blocks/card.tsx'
import { Notice } from '../../ui/blocks/notice.tsx'
import styles from './operator.module.css'

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

/** A text as readers see it, or why it cannot be shown. */
export function Preview({ text, language }: { text: string; language: LocaleCode }) {
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
        <WrittenBlocks blocks={read.blocks} level={3} />
      </section>
    </Card>
  )
}
