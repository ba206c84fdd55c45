import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { LocaleCode } from '#contract/text/locales.ts'
import { filledIn, textValues } from '#contract/text/filled-text.ts'
import { ChoosePicture } from '../choose-picture.tsx'
import styles from '../operator.module.css'
import { useTextValues } from './use-text-values.ts'
import { WrittenBody } from '../written-body.tsx'

interface ArticleTextProps {
  value: string
  language: LocaleCode
  /** Nothing was written where something must be. */
  empty: boolean
  onChange(text: string): void
}

/** The names of the values that a text may take. */
const valueNames = textValues.map((name) => `{{${name}}}`).join(' ')

/** The text of an article, with the values that it may take; a picture is put at its end. */
export function ArticleText({ value, language, empty, onChange }: ArticleTextProps) {
  const { t } = useTranslation()
  const values = useTextValues(language)
  // A picture comes when it has been sent: what is typed meanwhile stays.
  const now = useRef({ value, onChange })
  useEffect(() => {
    now.current = { value, onChange }
  }, [value, onChange])
  const insert = (src: string) => {
    const text = now.current.value.trimEnd()
    const picture = `![${t('articlesDesk.pictureWords')}](${src})\n`
    now.current.onChange(text === '' ? picture : `${text}\n\n${picture}`)
  }
  return (
    <>
      <WrittenBody
        value={value}
        language={language}
        max={12_000}
        empty={empty}
        filled={filledIn(value, values)}
        onChange={onChange}
      />
      <p className={styles.hint}>{t('articlesDesk.values', { names: valueNames })}</p>
      <div className={styles.acts}>
        <ChoosePicture by="operator.sitePicture" label={t('articlesDesk.picture')} onAdded={insert} />
      </div>
    </>
  )
}
