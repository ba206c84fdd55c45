import { useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { isNear, readRate } from '#contract/currencies/rates.ts'
import type { DeskRate } from '#contract/currencies/schema-operator.ts'
import { useErrors } from '../../../parts/forms/use-errors.ts'
import { useFormat } from '../../../parts/format/use-format.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Checkbox } from '../../../ui/controls/checkbox.tsx'
import { Field } from '../../../ui/controls/field.tsx'
import { Notice } from '../../../ui/blocks/notice.tsx'
import { Sheet } from '../../../ui/layers/sheet.tsx'
import styles from '../operator.module.css'
import { typedRate } from './typed-rate.ts'
import { useRateWords } from './use-rate-words.ts'
import { useSetRates } from './use-set-rates.ts'

interface SeveralRatesProps {
  /** Those that can be set. */
  rates: readonly DeskRate[]
  step: number
  onClose(): void
  onDone(waits: readonly string[]): void
}

/** Whether another text than the present rate stands there. */
const isChanged = ({ rate }: DeskRate, text: string): boolean => {
  const [typed, present] = [readRate(typedRate(text)), readRate(rate)]
  return !typed || !present || !isNear(typed, present, 0)
}

/** All rates in one sheet: those that are changed are set at once, and the others can be confirmed with them. */
export function SeveralRates({ rates, step, onClose, onDone }: SeveralRatesProps) {
  const { t } = useTranslation()
  const { number, percent } = useFormat()
  const { nameOf } = useRateWords()
  const errors = useErrors<string>(rates.map(({ currency }) => currency))
  const { set, busy } = useSetRates()
  const [texts, setTexts] = useState<Readonly<Record<string, string>>>({})
  const [confirms, setConfirms] = useState(false)
  const [isEmpty, setEmpty] = useState(false)
  const textOf = ({ currency, rate }: DeskRate): string => texts[currency] ?? rate
  const changeOf = (one: DeskRate): string | undefined => {
    const amount = typedRate(textOf(one))
    if (!isChanged(one, textOf(one)) || !readRate(amount)) return undefined
    return t('ratesDesk.change', { percent: percent(Number(amount) / Number(one.rate) - 1) })
  }
  const submit = async (e: FormEvent) => {
    e.preventDefault()
    const wrong = rates.filter((one) => !readRate(typedRate(textOf(one))))
    if (errors.show(Object.fromEntries(wrong.map(({ currency }) => [currency, t('ratesDesk.badRate')])))) return
    // A fixed rate need not be confirmed.
    const wanted = rates.filter((one) => isChanged(one, textOf(one)) || (confirms && !one.fixed))
    setEmpty(wanted.length === 0)
    if (wanted.length === 0) return
    const waits = await set(
      wanted.map((one) => ({ currency: one.currency, amount: typedRate(textOf(one)), fixed: one.fixed })),
    )
    if (waits) onDone(waits)
  }
  return (
    <Sheet open onClose={onClose} title={t('ratesDesk.several')}>
      <form className={styles.stack} noValidate onSubmit={(e) => void submit(e)}>
        <p className={styles.soft}>{t('ratesDesk.second', { percent: number(step) })}</p>
        {rates.map((one) => (
          <Field
            key={one.currency}
            label={nameOf(one.currency) === one.currency ? one.currency : `${nameOf(one.currency)} (${one.currency})`}
            inputMode="decimal"
            autoComplete="off"
            hint={changeOf(one)}
            {...errors.bind(one.currency, textOf(one), (text) => setTexts({ ...texts, [one.currency]: text }))}
          />
        ))}
        <Checkbox checked={confirms} onChange={setConfirms} label={t('ratesDesk.confirm')} />
        {isEmpty && (
          <Notice tone="warn" urgent>
            {t('ratesDesk.noChange')}
          </Notice>
        )}
        <Button type="submit" wide busy={busy}>
          {t('ratesDesk.saveAll')}
        </Button>
      </form>
    </Sheet>
  )
}
