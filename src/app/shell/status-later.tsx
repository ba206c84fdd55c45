import CircleAlert from 'lucide-react/icons/circle-alert'
import CloudCheck from 'lucide-react/icons/cloud-check'
import CloudOff from 'lucide-react/icons/cloud-off'
import CloudUpload from 'lucide-react/icons/cloud-upload'
import { useTranslation } from 'react-i18next'
import { ButtonLink } from '../../ui/controls/button.tsx'
import { links } from '../../links/links.ts'
import type { StatusMessage } from './status-message.ts'

const icons = {
  offline: <CloudOff />,
  update: <CircleAlert />,
  needsYou: <CircleAlert />,
  logIn: <CircleAlert />,
  sending: <CloudUpload />,
  done: <CloudCheck />,
}

/** The sign above the status's words. */
export const StatusIcon = ({ message }: { message: StatusMessage }) => icons[message]

/** A sentence that explains the status in the top bar, and the link to all changes that wait. */
export function StatusDetails({ message, waiting }: { message: StatusMessage; waiting: number }) {
  const { t } = useTranslation()
  return (
    <>
      <p>
        {message === 'sending'
          ? t('statusSays.sending', { count: waiting })
          : message === 'update' || message === 'offline'
            ? t(`statusSays.${message}`)
            : t('statusSays.done')}
      </p>
      {message === 'offline' && waiting > 0 && <p>{t('statusSays.offlineSaved', { count: waiting })}</p>}
      <ButtonLink kind="secondary" small href={links.sync()}>
        {t('titles.sync')}
      </ButtonLink>
    </>
  )
}
