import { useEffect, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FILE_BYTES_MAX } from '#contract/pictures/files.ts'
import { pictureUrl } from '#contract/pictures/urls.ts'
import type { Picture } from '#contract/pictures/schema.ts'
import { useFormat } from '../../../parts/format/use-format.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { useToast } from '../../../ui/layers/toast.tsx'
import styles from './appearance.module.css'

/** The app's own logo. */
const OWN_LOGO = '/icon.svg'

/** The address of the logo to show: of the picture that was chosen here, of the market's logo, or the app's own. */
export function useShownLogo(logo: Picture | null, chosen: File | null | undefined): string {
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    if (!chosen) return
    const made = URL.createObjectURL(chosen)
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [chosen])
  if (chosen) return url ?? OWN_LOGO
  return chosen === undefined && logo ? pictureUrl(logo.src, 160, 'webp') : OWN_LOGO
}

interface LogoProps {
  /** The address of the picture to show. */
  shown: string
  logo: Picture | null
  chosen: File | null | undefined
  onChoose(chosen: File | null): void
}

/** The market's logo: as it is, as a picture that was chosen here, or none. */
export function MarketLogoField({ shown, logo, chosen, onChoose }: LogoProps) {
  const { t } = useTranslation()
  const { number } = useFormat()
  const toast = useToast()
  const id = useId()
  const take = (picture: File | undefined) => {
    if (!picture) return
    if (picture.size <= FILE_BYTES_MAX) onChoose(picture)
    else toast({ text: t('siteDesk.logoLarge', { mb: number(FILE_BYTES_MAX / 1_000_000) }), kind: 'bad' })
  }
  return (
    <div className={styles.logo}>
      <img src={shown} alt="" className={styles.logoLarge} />
      <span className={styles.logoWords}>
        <span className={styles.legend}>{t('siteDesk.logo')}</span>
        <span className={styles.soft}>{t('siteDesk.logoHint')}</span>
        <span className={styles.acts}>
          <label className={styles.choose} htmlFor={id}>
            {t('siteDesk.logoChoose')}
            <input
              id={id}
              type="file"
              accept="image/png,image/webp,image/jpeg,image/avif,image/gif"
              onChange={(event) => {
                const [picture] = event.target.files ?? []
                event.target.value = ''
                take(picture)
              }}
            />
          </label>
          {(chosen === undefined ? logo !== null : chosen !== null) && (
            <Button kind="quiet" small onClick={() => onChoose(null)}>
              {t('siteDesk.logoRemove')}
            </Button>
          )}
        </span>
      </span>
    </div>
  )
}
