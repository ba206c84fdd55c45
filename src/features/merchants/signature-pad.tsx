import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { STROKE_HEIGHT, STROKE_WIDTH, strokesPath, type Stroke } from '#contract/merchants/strokes.ts'
import { Button } from '../../ui/controls/button.tsx'
import styles from './merchant.module.css'
import { useDrawing } from './use-drawing.ts'

interface SignaturePadProps {
  strokes: readonly Stroke[]
  error: string | undefined
  onChange(strokes: readonly Stroke[]): void
}

/**
 * A field to sign on: with a finger, a pen or a mouse, or with keys. Arrows move the pen, the space bar puts it down
 * and lifts it, Backspace takes the last line back.
 */
export function SignaturePad({ strokes, error, onChange }: SignaturePadProps) {
  const { t } = useTranslation()
  const id = useId()
  const { pen, clear, handlers } = useDrawing(strokes, onChange)
  return (
    <div className={styles.signature}>
      <div className={styles.signHead}>
        <span id={`${id}-label`} className={styles.label}>
          {t('merchant.signature')}
        </span>
        {strokes.length > 0 && (
          <Button kind="quiet" small onClick={clear}>
            {t('merchant.signAgain')}
          </Button>
        )}
      </div>
      <svg
        viewBox={`0 0 ${STROKE_WIDTH} ${STROKE_HEIGHT}`}
        className={styles.pad}
        data-bad={error !== undefined || undefined}
        // A drawing has no element of its own: its keys are said beneath it.
        role="application"
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        aria-labelledby={`${id}-label`}
        aria-describedby={`${id}-hint ${id}-error`}
        {...handlers}
      >
        <path d={`M24 ${STROKE_HEIGHT - 48}H${STROKE_WIDTH - 24}`} className={styles.signLine} />
        <path d={strokesPath(strokes)} className={styles.ink} />
        {pen && <circle cx={pen.at[0]} cy={pen.at[1]} r={pen.down ? 5 : 8} className={styles.pen} />}
      </svg>
      <p id={`${id}-hint`} className={styles.soft}>
        {t('merchant.signHint')}
      </p>
      <p className="visually-hidden" aria-live="polite">
        {pen && t(pen.down ? 'merchant.penDown' : 'merchant.penUp')}
      </p>
      <p id={`${id}-error`} className={styles.bad} role="alert">
        {error}
      </p>
    </div>
  )
}
