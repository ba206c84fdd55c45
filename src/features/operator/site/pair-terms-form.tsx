import { useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { networkName } from '#contract/coins/networks.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Field } from '../../../ui/controls/field.tsx'
import styles from '../operator.module.css'
import { keptTerms, pairs, termsText } from './pair-terms.ts'

interface PairTermsFormProps {
  label: string
  hint: string
  /** The name of each number. */
  columns: readonly string[]
  /** As it is kept. */
  value: string
  busy: boolean
  save(value: string): Promise<boolean | undefined>
}

/** The terms of each coin on each network; what is empty has the market's default. */
export function PairTermsForm({ label, hint, columns, value, busy, save }: PairTermsFormProps) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState(() => keptTerms(value, columns.length))
  const [half, setHalf] = useState<number>()
  const submit = (e: FormEvent) => {
    e.preventDefault()
    const text = termsText(typed)
    setHalf(typeof text === 'number' ? text : undefined)
    if (typeof text === 'string') void save(text)
  }
  const change = (row: number, column: number, text: string) =>
    setTyped((before) =>
      before.map((numbers, r) => (r === row ? numbers.map((one, c) => (c === column ? text : one)) : numbers)),
    )
  return (
    <form className={styles.stack} aria-label={label} noValidate onSubmit={submit}>
      <h3>{label}</h3>
      <p className={styles.soft}>{hint}</p>
      {pairs.map(({ network, coin }, row) => {
        const name = `${coin} · ${networkName(network)}`
        return (
          <div key={name} role="group" aria-label={name} className={styles.stack}>
            <bdi className={styles.what}>{name}</bdi>
            <div className={styles.fields}>
              {columns.map((column, n) => (
                <Field
                  key={column}
                  label={column}
                  inputMode="decimal"
                  dir="ltr"
                  autoComplete="off"
                  value={typed[row]?.[n] ?? ''}
                  error={half === row && typed[row]?.[n]?.trim() === '' ? t('siteDesk.termsHalf') : undefined}
                  onChange={(e) => change(row, n, e.target.value)}
                />
              ))}
            </div>
          </div>
        )
      })}
      <Button type="submit" kind="secondary" busy={busy} aria-label={t('operator.saveOne', { name: label })}>
        {t('operator.save')}
      </Button>
    </form>
  )
}
