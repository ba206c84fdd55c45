import { useTranslation } from 'react-i18next'
import { SLUG_MAX } from '#contract/articles/slug.ts'
import { Field } from '../../../ui/controls/field.tsx'
import type { Errors } from '../../../parts/forms/use-errors.ts'

/** The field of an article's or a group's name in addresses. */
export function SlugField(bound: ReturnType<Errors<'slug'>['bind']>) {
  const { t } = useTranslation()
  return (
    <Field
      label={t('articlesDesk.slug')}
      hint={t('articlesDesk.slugHint')}
      dir="ltr"
      maxLength={SLUG_MAX}
      autoCapitalize="none"
      required
      {...bound}
    />
  )
}
