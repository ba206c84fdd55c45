import { Field } from '../../ui/field.tsx'

interface FindFieldProps {
  label: string
  value: string
  onChange(find: string): void
}

/** What a desk's rows are found by, as long as the server takes it at most. */
export function FindField({ label, value, onChange }: FindFieldProps) {
  return (
    <Field
      label={label}
      type="search"
      name="find"
      // What is typed here may be a name that is kept nowhere else on this device.
      autoComplete="off"
      value={value}
      maxLength={100}
      onChange={(e) => onChange(e.target.value)}
    />
  )
}
