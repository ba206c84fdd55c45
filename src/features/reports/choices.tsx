import { useId } from 'react'
import type { OrderLine } from '#contract/sync/schema-rows.ts'
import { pictureSources } from '../../parts/pictures/picture-sources.ts'
import { PictureView } from '../../ui/blocks/picture.tsx'
import styles from './reports.module.css'

interface ChoicesProps {
  legend: string
  /** Empty before any was chosen. */
  value: string
  error: string | undefined
  choices: readonly { value: string; label: string; hint?: string; picture?: OrderLine }[]
  onChange(value: string): void
}

/** One of several, as radio buttons as large as a thumb. */
export function Choices({ legend, value, error, choices, onChange }: ChoicesProps) {
  const name = useId()
  return (
    <fieldset className={styles.choices} aria-describedby={error && `${name}-error`}>
      <legend>{legend}</legend>
      {choices.map((choice) => (
        <label key={choice.value} className={styles.choice}>
          <input
            type="radio"
            name={name}
            value={choice.value}
            checked={choice.value === value}
            onChange={() => onChange(choice.value)}
          />
          {choice.picture && (
            <PictureView
              sources={pictureSources(choice.picture.picture)}
              alt=""
              tint={choice.picture.picture?.tint}
              sizes="40px"
              className={styles.picture}
            />
          )}
          <span className={styles.label}>
            <span dir="auto">{choice.label}</span>
            {choice.hint && (
              <span className={styles.hint} dir="auto">
                {choice.hint}
              </span>
            )}
          </span>
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
