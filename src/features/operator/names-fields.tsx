import { useTranslation } from 'react-i18next'
import { fallbackLocale, locales } from '#contract/text/locales.ts'
import type { Errors } from '../../parts/forms/use-errors.ts'
import { Field } from '../../ui/controls/field.tsx'

export type NamesByLanguage = Partial<Record<string, string>>

interface NamesFieldsProps {
  name: NamesByLanguage
  /** Characters. */
  maxLength: number
  errors: Pick<Errors<typeof fallbackLocale>, 'bind'>
  onChange(name: NamesByLanguage): void
}

/** A name in each language; that in the first is needed. */
export function NamesFields({ name, maxLength, errors, onChange }: NamesFieldsProps) {
  const { t } = useTranslation()
  return locales.map(({ code, name: spoken }) => {
    const label = { label: t('articlesDesk.name', { language: spoken }), lang: code, dir: 'auto', maxLength } as const
    const set = (text: string) => onChange({ ...name, [code]: text })
    return code === fallbackLocale ? (
      <Field key={code} {...label} required {...errors.bind(fallbackLocale, name[code] ?? '', set)} />
    ) : (
      <Field key={code} {...label} value={name[code] ?? ''} onChange={(e) => set(e.target.value)} />
    )
  })
}
