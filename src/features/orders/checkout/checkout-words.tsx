import { useTranslation } from 'react-i18next'
import { textIn } from '#contract/text/locales.ts'
import { LINE_NOTE_MAX, PO_NUMBER_MAX } from '#contract/wire/limits.ts'
import { noteKey } from '#contract/orders/line-notes.ts'
import type { AskPart, ReckonedLine } from '../../../parts/cart/reckon-cart.ts'
import { useFormat } from '../../../parts/format/use-format.ts'
import { useLineTitle } from '../../../parts/orders/use-line-title.ts'
import { Field } from '../../../ui/controls/field.tsx'
import styles from './checkout.module.css'
import type { WrittenTexts } from './use-written.ts'

const REMARK_MAX = 500

interface CheckoutWordsProps {
  part: AskPart
  written: WrittenTexts
  onWrite(change: Partial<WrittenTexts>): void
}

/**
 * The texts on one order: the buyer's number of it, a remark to its store, and notes on lines. Closed until one is
 * written.
 */
export function CheckoutWords({ part, written: { remark, poNumber, notes }, onWrite }: CheckoutWordsProps) {
  const { t } = useTranslation()
  const nameOf = useLineName()
  const shop = part.shopName ?? t('cart.shopFallback')
  const some = remark !== '' || poNumber !== '' || Object.values(notes).some(Boolean)
  return (
    <details className={styles.note} open={some || undefined}>
      <summary>{t('checkout.write')}</summary>
      <div className={styles.fields}>
        <Field
          label={t('checkout.poNumber')}
          name="poNumber"
          autoComplete="off"
          maxLength={PO_NUMBER_MAX}
          value={poNumber}
          onChange={(e) => onWrite({ poNumber: e.target.value })}
        />
        <Field
          label={t('checkout.remark', { shop })}
          name="remark"
          autoComplete="off"
          maxLength={REMARK_MAX}
          value={remark}
          onChange={(e) => onWrite({ remark: e.target.value })}
        />
        {part.lines.map((line) => (
          <Field
            key={line.key}
            label={t('checkout.lineNote', { title: nameOf(line) })}
            name={`note ${noteKey(line)}`}
            autoComplete="off"
            maxLength={LINE_NOTE_MAX}
            value={notes[noteKey(line)] ?? ''}
            onChange={(e) => onWrite({ notes: { ...notes, [noteKey(line)]: e.target.value } })}
          />
        ))}
      </div>
    </details>
  )
}

/** A line by its product and choice. */
function useLineName(): (line: ReckonedLine) => string {
  const { locale } = useFormat()
  const titleOf = useLineTitle()
  return (line) => {
    const title = titleOf({ title: (line.product ?? line.ordered)?.title })
    const label = line.variant?.label ?? line.ordered?.label
    return label ? `${title}, ${textIn(label, locale)}` : title
  }
}
