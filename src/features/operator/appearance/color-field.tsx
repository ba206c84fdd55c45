import { useTranslation } from 'react-i18next'
import { CONTRAST_LEAST, OWN_COLOR } from '#contract/appearance/shades.ts'
import { useFormat } from '../../../parts/format/use-format.ts'
import { Field, type FieldProps } from '../../../ui/controls/field.tsx'
import { judgeColor } from './appearance-draft.ts'
import styles from './appearance.module.css'

/** Why a typed colour is too faint, in words; undefined where it is not. */
export function useFaintText(typed: string): string | undefined {
  const { t } = useTranslation()
  const { number } = useFormat()
  const color = judgeColor(typed)
  if (typeof color === 'string' || color.enough) return undefined
  return t('siteDesk.colorFaint', { ratio: number(color.ratio), least: number(CONTRAST_LEAST) })
}

interface ColorProps extends Pick<FieldProps, 'ref' | 'error'> {
  value: string
  onChange(e: { target: { value: string } }): void
}

/** The market's colour, typed or picked; it says how well it can be read. */
export function ColorField({ value, error, onChange, ref }: ColorProps) {
  const { t } = useTranslation()
  const { number } = useFormat()
  const faint = useFaintText(value)
  const color = judgeColor(value)
  const judged = typeof color === 'object' ? color : undefined
  return (
    <Field
      label={t('operatorSettings.color')}
      hint={judged ? t('siteDesk.colorFits', { ratio: number(judged.ratio) }) : t('siteDesk.colorHint')}
      dir="ltr"
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      maxLength={7}
      placeholder={OWN_COLOR}
      value={value}
      onChange={onChange}
      error={error ?? faint}
      {...(ref !== undefined && { ref })}
      end={
        <input
          type="color"
          className={styles.pick}
          aria-label={t('siteDesk.colorPick')}
          value={judged?.color ?? OWN_COLOR}
          onChange={onChange}
        />
      }
    />
  )
}
