import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './reports.module.css'

interface ReportWordsProps {
  value: string
  /** Characters. */
  max: number
  error: string | undefined
  onChange(text: string): void
}

/** The field in which the buyer describes the problem in their own words. */
export function ReportWords({ value, max, error, onChange }: ReportWordsProps) {
  const { t } = useTranslation()
  const id = useId()
  return (
    <div className={styles.words}>
      <label htmlFor={id}>{t('reports.text')}</label>
      <textarea
        id={id}
        rows={4}
        dir="auto"
        maxLength={max}
        value={value}
        aria-invalid={error !== undefined || undefined}
        aria-describedby={error && `${id}-error`}
        onChange={(event) => onChange(event.target.value)}
      />
      {error && (
        <p id={`${id}-error`} className={styles.bad} role="alert">
          {error}
        </p>
      )}
    </div>
  )
}
