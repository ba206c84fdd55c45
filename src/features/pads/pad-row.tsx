import X from 'lucide-react/icons/x'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import { textIn } from '#contract/text/locales.ts'
import { CODE_MAX } from '#contract/wire/limits.ts'
import { PAD_QUANTITY_MAX } from '#contract/pads/rules.ts'
import type { PadRow } from '#contract/pads/rows.ts'
import { links } from '../../links/links.ts'
import type { PadShown } from '../../data/use-answer.ts'
import { MoneyText } from '../../parts/money/price.tsx'
import { useFormat } from '../../parts/format/use-format.ts'
import { Button } from '../../ui/controls/button.tsx'
import { cx } from '../../ui/cx.ts'
import { IconButton } from '../../ui/controls/icon-button.tsx'
import styles from './pad.module.css'
import { usePadFaultText } from './use-fault-text.ts'
import type { KeyedRow } from './use-pad.ts'

interface RowProps {
  row: KeyedRow
  /** Counted from 1. */
  place: number
  /** The result of checking the row; undefined until it has been checked. */
  line: PadShown | undefined
  reachable: boolean
  onChange(key: number, change: Partial<PadRow>): void
  onRemove(key: number): void
}

/** A row of the pad: its code, its quantity, and the result of checking it. */
export const PadRowItem = memo(function PadRowItem({ row, place, line, reachable, onChange, onRemove }: RowProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const n = format.number(place)
  const wrong = line?.state === 'wrong' ? line.fault : undefined
  const note = `pad-${row.key}`
  const badQuantity = wrong !== undefined && !['unknownCode', 'severalProducts', 'needsChoice'].includes(wrong.kind)
  return (
    <div className={cx(styles.row, wrong && styles.wrong)}>
      <input
        className={styles.code}
        aria-label={t('pad.codeOf', { n })}
        aria-invalid={(wrong && !badQuantity) || undefined}
        aria-describedby={note}
        autoCapitalize="characters"
        autoComplete="off"
        spellCheck={false}
        dir="ltr"
        maxLength={CODE_MAX}
        value={row.code}
        onChange={(e) => onChange(row.key, { code: e.target.value })}
      />
      <input
        className={styles.quantity}
        aria-label={t('pad.quantityOf', { n })}
        aria-invalid={badQuantity || undefined}
        aria-describedby={note}
        inputMode="numeric"
        autoComplete="off"
        dir="ltr"
        maxLength={PAD_QUANTITY_MAX}
        value={row.quantity}
        onChange={(e) => onChange(row.key, { quantity: e.target.value })}
      />
      <div id={note} className={styles.result}>
        <CheckResult line={line} reachable={reachable} onTo={(to) => onChange(row.key, { quantity: String(to) })} />
      </div>
      <IconButton
        className={styles.remove}
        label={t('pad.removeRow', { n })}
        icon={<X />}
        onClick={() => onRemove(row.key)}
      />
    </div>
  )
})

/** The result of checking a row: the product with its price, the fault, or that it is not known yet. */
function CheckResult({
  line,
  reachable,
  onTo,
}: Pick<RowProps, 'reachable'> & { line: PadShown | undefined; onTo(quantity: number): void }) {
  const { t } = useTranslation()
  const format = useFormat()
  const faultText = usePadFaultText()
  if (!line || line.state === 'empty') return null
  if (line.state === 'away') return <p className={styles.away}>{t(reachable ? 'pad.asking' : 'pad.away')}</p>
  const { title, label } = line
  const name =
    title && [textIn(title, format.locale), label && textIn(label, format.locale)].filter(Boolean).join(' · ')
  const to = line.state === 'wrong' && 'to' in line.fault ? line.fault.to : undefined
  return (
    <>
      {name && (
        <p className={styles.name} dir="auto">
          {line.id === undefined ? name : <a href={links.goods(line.id)}>{name}</a>}
        </p>
      )}
      {line.state === 'ready' ? (
        <p className={styles.figures}>
          <span>
            {t('pad.each', { n: format.number(line.num) })} <MoneyText amount={line.price} currency={line.currency} />
          </span>
          <strong>
            <MoneyText amount={line.amount} currency={line.currency} />
          </strong>
        </p>
      ) : (
        <p className={styles.fault}>
          {faultText(line.fault)}
          {to !== undefined && (
            <Button kind="quiet" small onClick={() => onTo(to)}>
              {t('pad.makeIt', { n: format.number(to) })}
            </Button>
          )}
        </p>
      )}
    </>
  )
}
