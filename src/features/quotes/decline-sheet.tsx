import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { QUOTE_NOTE_MAX } from '#contract/quotes/rules.ts'
import type { QuoteItem } from '#localdb/queries/quotes/items.ts'
import { useDraft } from '../../parts/forms/use-draft.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Sheet } from '../../ui/layers/sheet.tsx'
import styles from './quotes.module.css'
import type { DrawnActs } from './use-drawn-acts.ts'

interface DeclineSheetProps {
  quotes: readonly QuoteItem[]
  open: boolean
  acts: DrawnActs
  onClose(): void
}

/** Declines an order that a store drew up, with the reason if the person likes. */
export function DeclineSheet({ quotes, open, acts, onClose }: DeclineSheetProps) {
  const { t } = useTranslation()
  const form = useId()
  const { draft, change, forget } = useDraft(`decline ${quotes[0]?.drawn ?? ''}`, '')
  const decline = async () => {
    if (!(await acts.decline(quotes, draft))) return
    forget()
    onClose()
  }
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={t('quotes.declineOrder')}
      footer={
        <Button type="submit" form={form} wide>
          {t('quotes.declineOrder')}
        </Button>
      }
    >
      <form
        id={form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void decline()
        }}
      >
        <label className={styles.note}>
          {t('quotes.reason')}
          <textarea
            rows={3}
            dir="auto"
            maxLength={QUOTE_NOTE_MAX}
            value={draft}
            onChange={(event) => change(() => event.target.value)}
          />
        </label>
      </form>
    </Sheet>
  )
}
