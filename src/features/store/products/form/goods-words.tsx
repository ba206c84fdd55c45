import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { GOODS_DESCRIPTION_MAX, GOODS_TITLE_MAX } from '#contract/products/rules.ts'
import { useFormat } from '../../../../parts/format/use-format.ts'
import { Field } from '../../../../ui/controls/field.tsx'
import styles from '../../centre.module.css'
import type { DraftFaults, GoodsDraft } from './goods-draft.ts'
import { LanguageChips } from '../../language-chips.tsx'
import { TextArea } from '../../text-area.tsx'
import { useImportFaultText } from './use-fault-text.ts'

/** A product's name and description, in one language after the other. */
export function GoodsWords({
  draft,
  faults,
  put,
}: {
  draft: GoodsDraft
  faults: DraftFaults
  put(part: Partial<GoodsDraft>): void
}) {
  const { t } = useTranslation()
  const { locale } = useFormat()
  const faultText = useImportFaultText()
  const [language, setLanguage] = useState<string>(() =>
    draft.title[locale] === undefined ? (Object.keys(draft.title)[0] ?? locale) : locale,
  )
  const wrong = Object.keys(faults)
    .find((column) => /^(title|description)\./.test(column))
    ?.split('.')[1]
  const [asked, setAsked] = useState(faults)
  if (asked !== faults) {
    setAsked(faults)
    if (wrong) setLanguage(wrong)
  }
  return (
    <div className={styles.form}>
      <LanguageChips
        texts={draft.title}
        others={Object.keys(draft.description)}
        language={language}
        onChoose={setLanguage}
      />
      <Field
        key={`title ${language}`}
        label={t('storeGoods.title')}
        lang={language}
        maxLength={GOODS_TITLE_MAX}
        autoComplete="off"
        value={draft.title[language] ?? ''}
        error={faultText(faults[`title.${language}`] ?? faults['title'])}
        onChange={(e) => put({ title: { ...draft.title, [language]: e.target.value } })}
      />
      <TextArea
        key={`description ${language}`}
        label={t('storeGoods.description')}
        lang={language}
        rows={5}
        maxLength={GOODS_DESCRIPTION_MAX}
        value={draft.description[language] ?? ''}
        error={faultText(faults[`description.${language}`])}
        onChange={(text) => put({ description: { ...draft.description, [language]: text } })}
      />
    </div>
  )
}
