import { useTranslation } from 'react-i18next'
import type { Errors } from '../../parts/forms/use-errors.ts'
import { Field } from '../../ui/controls/field.tsx'

/** Why the operator does something, in words for whom it concerns; takes the bound props of a form's `reason`. */
export function ReasonField(bound: ReturnType<Errors<'reason'>['bind']>) {
  const { t } = useTranslation()
  return <Field label={t('operator.reason')} name="reason" maxLength={500} required {...bound} />
}
