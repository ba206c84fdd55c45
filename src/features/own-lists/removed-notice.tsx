import { useTranslation } from 'react-i18next'
import type { RemovedList } from '#localdb/queries/own-lists/items.ts'
import { useCall } from '../../data/use-call.ts'
import { useFailureText } from '../../parts/failures/use-failure-text.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Notice } from '../../ui/blocks/notice.tsx'
import { useToast } from '../../ui/layers/toast.tsx'

/** A removed list, and the way to have it back: as long as nobody has been told. */
export function RemovedNotice({ list: { name, intentId } }: { list: RemovedList }) {
  const { t } = useTranslation()
  const toast = useToast()
  const failureText = useFailureText()
  const cancel = useCall('intent.cancel')
  const undo = async () => {
    const outcome = await cancel.call({ intentId })
    if (outcome.kind !== 'accepted') return toast({ text: failureText(outcome), kind: 'bad' })
    const back = outcome.data.became === 'cancelled'
    toast(back ? { text: t('lists.back'), kind: 'good' } : { text: t('lists.backLate'), kind: 'bad' })
  }
  return (
    <Notice
      action={
        <Button kind="secondary" small busy={cancel.busy} onClick={() => void undo()}>
          {t('lists.undo')}
        </Button>
      }
    >
      <span role="status">{t('lists.removed', { name })}</span>
    </Notice>
  )
}
