import Star from 'lucide-react/icons/star'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../parts/format/use-format.ts'
import styles from './reviews.module.css'

interface StarsFieldProps {
  /** 0 before any was chosen. */
  value: number
  error: string | undefined
  onChange(stars: number): void
}

/** One to five stars, as radio buttons. */
export function StarsField({ value, error, onChange }: StarsFieldProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const name = useId()
  return (
    <fieldset className={styles.stars} aria-describedby={error && `${name}-error`}>
      <legend>{t('reviews.stars')}</legend>
      {[1, 2, 3, 4, 5].map((n) => (
        <label key={n} className={styles.star} data-on={n <= value || undefined}>
          <input
            type="radio"
            name={name}
            value={n}
            checked={n === value}
            aria-label={t('reviews.starsOf', { n: format.number(n) })}
            onChange={() => onChange(n)}
          />
          <Star aria-hidden="true" />
        </label>
      ))}
      {error && (
        <p id={`${name}-error`} className={styles.bad} role="alert">
          {error}
        </p>
      )}
    </fieldset>
  )
}
