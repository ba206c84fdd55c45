import type { ComponentProps } from 'react'
import { useTranslation } from 'react-i18next'
import { Field } from '../../ui/controls/field.tsx'

/** The field for a code of the second factor, of an account that has one. */
export function FactorField(props: Pick<ComponentProps<typeof Field>, 'value' | 'onChange' | 'error' | 'ref'>) {
  const { t } = useTranslation()
  return (
    <Field
      label={t('factor.code')}
      hint={t('factor.codeHint')}
      name="factor"
      autoComplete="one-time-code"
      required
      // The form has just asked for it.
      // oxlint-disable-next-line jsx-a11y/no-autofocus
      autoFocus
      {...props}
    />
  )
}
