import { useContext, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { FILE_ID } from '#contract/pictures/files.ts'
import type { Picture } from '#contract/pictures/schema.ts'
import { useKeepPicture } from '../../../data/pictures/use-keep-picture.ts'
import { DeskContext } from '../../../data/stores/use-store.ts'
import { StoreLogo } from '../../../parts/stores/store-logo.tsx'
import { Button } from '../../../ui/controls/button.tsx'
import styles from '../centre.module.css'
import { OwnThumb } from '../products/goods-thumb.tsx'

/** A logo as it leaves the device (px). */
const LOGO = { edge: 512, square: true }

/** The store's logo: as it is, as a picture that was chosen here, or none. */
export function LogoField({
  name,
  logo,
  chosen,
  onChoose,
}: {
  name: string
  logo: Picture | null
  /** The id of a picture's file, null for none; undefined while nothing was chosen. */
  chosen: string | null | undefined
  onChoose(chosen: string | null): void
}) {
  const { t } = useTranslation()
  const id = useId()
  const { keep, busy } = useKeepPicture(useContext(DeskContext)?.id)
  // A logo that is not at the server yet is shown from this device.
  const file = chosen ?? (chosen === undefined && logo && FILE_ID.test(logo.src) ? logo.src : undefined)
  const take = async (picture: File | undefined) => {
    const kept = picture && (await keep(picture, LOGO))
    if (kept !== undefined) onChoose(kept)
  }
  return (
    <div className={styles.logo}>
      {file === undefined || file === null ? (
        <StoreLogo store={{ name, logo: chosen === null ? null : logo }} size="l" />
      ) : (
        <OwnThumb file={file} alt="" />
      )}
      <span className={styles.logoWords}>
        <span className={styles.legend}>{t('centre.profileLogo')}</span>
        <span className={styles.soft}>{t('centre.profileLogoHint')}</span>
        <span className={styles.logoActs}>
          <label className={styles.logoButton} htmlFor={id} data-busy={busy || undefined}>
            {t(busy ? 'storeGoods.pictureAdding' : 'centre.profileLogoChoose')}
            <input
              id={id}
              type="file"
              accept="image/*"
              disabled={busy}
              onChange={(event) => {
                const [picture] = event.target.files ?? []
                event.target.value = ''
                void take(picture)
              }}
            />
          </label>
          {(chosen === undefined ? logo !== null : chosen !== null) && (
            <Button kind="quiet" small onClick={() => onChoose(null)}>
              {t('centre.profileLogoRemove')}
            </Button>
          )}
        </span>
      </span>
    </div>
  )
}
