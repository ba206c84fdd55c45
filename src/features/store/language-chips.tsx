import Check from 'lucide-react/icons/check'
import { useTranslation } from 'react-i18next'
import { locales, type Texts } from '#contract/text/locales.ts'
import { ChipButton, ChipRow } from '../../ui/controls/chip.tsx'

/** Chooses the language in which texts are written; those that are written already have a mark. */
export function LanguageChips({
  texts,
  others = [],
  language,
  onChoose,
}: {
  texts: Texts
  /** Further languages in which something is written. */
  others?: readonly string[]
  language: string
  onChoose(code: string): void
}) {
  const { t } = useTranslation()
  const codes = [...new Set([...locales.map(({ code }) => code), ...Object.keys(texts), ...others])]
  const nameOf = (code: string): string => locales.find((l) => l.code === code)?.name ?? code
  return (
    <ChipRow label={t('storeGoods.language')}>
      {codes.map((code) => (
        <ChipButton
          key={code}
          on={code === language}
          label={t(texts[code]?.trim() ? 'storeGoods.written' : 'storeGoods.unwritten', { name: nameOf(code) })}
          icon={texts[code]?.trim() ? <Check aria-hidden="true" /> : undefined}
          onPress={() => onChoose(code)}
        >
          {nameOf(code)}
        </ChipButton>
      ))}
    </ChipRow>
  )
}
