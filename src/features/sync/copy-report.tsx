import { useTranslation } from 'react-i18next'
import { useCall } from '../../data/use-call.ts'
import { Button } from '../../ui/controls/button.tsx'
import { useToast } from '../../ui/layers/toast.tsx'
import type { CheckResult } from './use-device-check.ts'

/**
 * Copies the result of a check and the device's bounds as text for whoever helps with a problem. The text has keys and
 * counts, nothing that a person has typed.
 */
export function CopyReport({ result: { rows, intents, wrong } }: { result: CheckResult }) {
  const { t } = useTranslation()
  const toast = useToast()
  const { call, busy } = useCall('device.bounds')
  const copy = async () => {
    const outcome = await call({})
    const bounds = outcome.kind === 'accepted' ? outcome.data.bounds : []
    const text = [
      navigator.userAgent,
      `checked: ${rows} rows, ${intents} intents, ${wrong.length} issues`,
      ...wrong.map(({ what, where }) => `${what} ${where}`),
      ...bounds.map(({ name, use, limit, unit }) => `${name}: ${use} of ${limit ?? 'any'} ${unit}`),
    ].join('\n')
    const copied = await navigator.clipboard?.writeText(text).then(
      () => true,
      () => false,
    )
    toast(copied ? { text: t('sync.check.copied'), kind: 'good' } : { text: t('sync.check.notCopied'), kind: 'bad' })
  }
  return (
    <Button kind="quiet" busy={busy} onClick={() => void copy()}>
      {t('sync.check.copy')}
    </Button>
  )
}
