import { useTranslation } from 'react-i18next'
import type { Failed } from '../../data/use-call.ts'
import { useFailureText } from '../../parts/failures/use-failure-text.ts'
import { ErrorState } from '../../ui/blocks/empty-state.tsx'

/** Why there is nothing to show, with a way to ask again. */
export function AskedFailure({ failure, busy, again }: { failure: Failed; busy: boolean; again(): void }) {
  const { t } = useTranslation()
  const failureText = useFailureText()
  return (
    <ErrorState
      title={t('operator.notShown')}
      text={failureText(failure)}
      retry={{ label: t('operator.tryAgain'), run: again }}
      busy={busy}
    />
  )
}
