import { useId, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { QUOTE_NOTE_MAX } from '#contract/quotes/rules.ts'
import type { StoreQuoteItem } from '#localdb/queries/stores/answers.ts'
import { useStoreMutateAll } from '../../../data/stores/use-store.ts'
import { useDraft } from '../../../parts/forms/use-draft.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Sheet } from '../../../ui/layers/sheet.tsx'
import { TextArea } from '../text-area.tsx'
import { useDrawnOrder } from './use-drawn-order.ts'

interface RefuseSheetProps {
  quote: StoreQuoteItem
  open: boolean
  onClose(): void
}

/** Makes no offer to a request, with the reason if there is one to give. */
export function RefuseSheet({ quote, open, onClose }: RefuseSheetProps) {
  const { t } = useTranslation()
  const form = useId()
  const mutateAll = useStoreMutateAll()
  const others = useDrawnOrder(quote).filter(({ id, state }) => id !== quote.id && state === 'offered')
  // An order that was drawn up is taken back as a whole.
  const whole = [quote, ...others]
  const { draft, change, forget } = useDraft(`refuse ${quote.id}`, '')
  const refuse = async (e: FormEvent) => {
    e.preventDefault()
    const acts = whole.map(({ id, rounds }, n) => ({
      ...{ name: 'quote.refuse' as const },
      payload: { id, round: rounds.length, note: n === 0 ? draft.trim() : '' },
    }))
    if (!(await mutateAll(acts, { text: t('asks.refused'), kind: 'good' }))) return
    forget()
    onClose()
  }
  const drawn = quote.drawn !== undefined
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={t(drawn ? 'asks.takeBack' : 'asks.refuseTitle')}
      footer={
        <Button type="submit" form={form} wide>
          {t(drawn ? 'asks.takeBack' : 'asks.refuseNow')}
        </Button>
      }
    >
      <form id={form} noValidate onSubmit={(e) => void refuse(e)}>
        <TextArea
          label={t('asks.why')}
          maxLength={QUOTE_NOTE_MAX}
          value={draft}
          onChange={(text) => change(() => text)}
        />
      </form>
    </Sheet>
  )
}
