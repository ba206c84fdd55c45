import { useTranslation } from 'react-i18next'
import { Field } from '../../ui/field.tsx'

interface ReasonFieldProps {
  value: string
  error: string | undefined
  onChange(reason: string): void
}

/** Why the operator does something, in words for whom it concerns. */
export function ReasonField({ value, error, onChange }: ReasonFieldProps) {
  const { t } = useTranslation()
  return (
    <Field
      label={t('operator.reason')}
      name="reason"
      maxLength={500}
      required
      value={value}
      error={error}
      onChange={(e) => onChange(e.target.value)}
    />
  )
}
