import { useTranslation } from 'react-i18next'
import { refusedChanges } from '#localdb/queries/centre.ts'
import { links } from '../../app/links.ts'
import { useStoreCall, useStoreLive } from '../../data/use-store.ts'
import { useRefusalText } from '../../parts/use-failure-text.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { useStoreParam } from './in-store.tsx'

/** What the server refused of this device's changes, until it has been read. */
export function RefusedSection() {
  const { t } = useTranslation()
  const refusalText = useRefusalText()
  const at = useStoreParam()
  const refused = useStoreLive(refusedChanges)
  const dismiss = useStoreCall('intent.dismiss')
  return (refused ?? []).map(({ intentId, what, numbers, refusal, sale }) => (
    <Notice
      key={intentId}
      tone="bad"
      urgent
      action={
        <Button kind="quiet" small onClick={() => void dismiss({ intentId })}>
          {t('centre.read')}
        </Button>
      }
    >
      {t(`sync.does.${what}`, numbers)}
      {sale && (
        <>
          {' '}
          <a href={links.sale(sale.id, at)}>
            <bdi>{sale.number}</bdi>
          </a>
        </>
      )}
      : {refusal && refusalText(refusal)}
    </Notice>
  ))
}
