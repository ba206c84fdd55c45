import { useTranslation } from 'react-i18next'
import { useDeviceOnline } from '../../data/use-status.ts'
import { Notice } from '../../ui/blocks/notice.tsx'

/** The notices above a form's button: that it needs the network while there is none, and why it was refused. */
export function FormNotices({ failure }: { failure: string | undefined }) {
  const { t } = useTranslation()
  const online = useDeviceOnline()
  return (
    <>
      {!online && <Notice>{t('settings.onlineOnly')}</Notice>}
      {failure !== undefined && (
        <Notice tone="bad" urgent>
          {failure}
        </Notice>
      )}
    </>
  )
}
