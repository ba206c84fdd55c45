import { useTranslation } from 'react-i18next'
import { useCall, type CallInput } from '../../data/use-call.ts'
import { useFailureText } from '../../parts/failures/use-failure-text.ts'
import { useToast, type ToastMessage } from '../../ui/layers/toast.tsx'

/** The undo action of a toast after a change was dismissed or taken back: restores it as it `was`. */
export function useUndo(): (
  intentId: string,
  was: CallInput<'intent.restore'>['was'],
) => NonNullable<ToastMessage['action']> {
  const { t } = useTranslation()
  const toast = useToast()
  const failureText = useFailureText()
  const { call } = useCall('intent.restore')
  const undo = async (input: CallInput<'intent.restore'>) => {
    const outcome = await call(input)
    toast(
      outcome.kind === 'accepted'
        ? { text: t('sync.said.restored'), kind: 'good' }
        : { text: failureText(outcome), kind: 'bad' },
    )
  }
  return (intentId, was) => ({ label: t('sync.undo'), run: () => void undo({ intentId, was }) })
}
