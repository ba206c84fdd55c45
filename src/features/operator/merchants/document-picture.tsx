import Eye from 'lucide-react/icons/eye'
import EyeOff from 'lucide-react/icons/eye-off'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { DocumentPicture as Which } from '#contract/merchants/rules.ts'
import { useCall } from '../../../data/use-call.ts'
import { useFailureText } from '../../../parts/failures/use-failure-text.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { useToast } from '../../../ui/layers/toast.tsx'
import styles from '../operator.module.css'

/** A picture of a document: fetched when somebody asks for it, and gone from this device when it is closed. */
export function DocumentPictureRow({ id, which, there }: { id: string; which: Which; there: boolean }) {
  const { t } = useTranslation()
  const toast = useToast()
  const failureText = useFailureText()
  const { call, busy } = useCall('operator.document')
  const [url, setUrl] = useState<string>()
  useEffect(() => () => void (url !== undefined && URL.revokeObjectURL(url)), [url])
  const show = async () => {
    const outcome = await call({ id, which })
    if (outcome.kind !== 'accepted') return toast({ text: failureText(outcome), kind: 'bad' })
    const bytes = Uint8Array.from(atob(outcome.data.bytes), (c) => c.charCodeAt(0))
    setUrl(URL.createObjectURL(new Blob([bytes], { type: 'image/webp' })))
  }
  const name = t(`applications.${which}`)
  return (
    <div className={styles.side}>
      <p className={styles.what}>{name}</p>
      {!there && <p className={styles.soft}>{t('applications.gone')}</p>}
      {url !== undefined && <img className={styles.document} src={url} alt={name} />}
      {there && (
        <div>
          <Button
            kind="secondary"
            small
            busy={busy}
            icon={url === undefined ? <Eye /> : <EyeOff />}
            onClick={() => (url === undefined ? void show() : setUrl(undefined))}
          >
            {t(url === undefined ? 'applications.show' : 'applications.hide')}
          </Button>
        </div>
      )}
    </div>
  )
}
