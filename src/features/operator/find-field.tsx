import { Field } from '../../ui/controls/field.tsx'

interface FindFieldProps {
  label: string
  value: string
  onChange(find: string): void
}

/** The search field of a desk, limited to the longest text that the server accepts. */
export function FindField({ label, value, onChange }: FindFieldProps) {
  return (
    <Field
      label={label}
      type="search"
      name="find"
      // The typed text may be a name that is kept nowhere else on this device.
      autoComplete="off"
      value={value}
      maxLength={100}
      onChange={(e) => onChange(e.target.value)}
    />
  )
}
