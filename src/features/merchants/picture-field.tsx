import Camera from 'lucide-react/icons/camera'
import ImagePlus from 'lucide-react/icons/image-plus'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ApplicationPicture } from '#contract/merchants/rules.ts'
import { useKeepPicture } from '../../data/pictures/use-keep-picture.ts'
import { OwnPicture } from '../../parts/pictures/own-picture.tsx'
import { Button } from '../../ui/controls/button.tsx'
import type { PictureFault } from './check-picture.ts'
import styles from './merchant.module.css'

interface PictureFieldProps {
  which: ApplicationPicture
  /** The id of the file, null for none. */
  file: string | null
  error: string | undefined
  ref(input: HTMLInputElement | null): void
  onChange(file: string): void
}

/** Edges of a logo as it leaves the device (px). */
const LOGO = { edge: 512, square: true }

/**
 * One picture of the application, from the camera or the gallery. A document is looked at first: what is too small is
 * not taken; of what looks unsharp or dark the person decides.
 */
export function PictureField({ which, file, error, ref, onChange }: PictureFieldProps) {
  const { t } = useTranslation()
  const { keep, busy } = useKeepPicture()
  const [doubt, setDoubt] = useState<{ fault: PictureFault; chosen: File }>()
  const id = useId()
  const take = async (chosen: File) => {
    setDoubt(undefined)
    const kept = await keep(chosen, which === 'logo' ? LOGO : {})
    if (kept !== undefined) onChange(kept)
  }
  const choose = async (chosen: File | undefined) => {
    if (!chosen) return
    if (which === 'logo') return take(chosen)
    // Not on this device yet, and no network: whoever reads the document judges it.
    const fault = await import('./check-picture.ts').then(
      ({ checkPicture }) => checkPicture(chosen),
      () => undefined,
    )
    if (fault) setDoubt({ fault, chosen })
    else await take(chosen)
  }
  const note: string | undefined = doubt ? t(`merchant.fault.${doubt.fault}`) : error
  return (
    <div className={styles.pictureField} data-bad={note !== undefined || undefined}>
      <label className={styles.picture} htmlFor={id} data-busy={busy || undefined}>
        <span className={styles.frame} data-square={which === 'logo' || undefined}>
          {file === null ? (
            which === 'logo' ? (
              <ImagePlus aria-hidden="true" />
            ) : (
              <Camera aria-hidden="true" />
            )
          ) : (
            <OwnPicture file={file} alt="" />
          )}
        </span>
        <span className={styles.pictureWords}>
          <span className={styles.pictureName}>{t(`merchant.${which}`)}</span>
          <span className={styles.soft}>{t(`merchant.hint.${which}`)}</span>
          <span className={styles.choose}>
            {t(busy ? 'pictures.adding' : file === null ? 'merchant.choosePicture' : 'merchant.changePicture')}
          </span>
        </span>
        <input
          ref={ref}
          id={id}
          type="file"
          accept="image/*"
          disabled={busy}
          className={styles.file}
          aria-invalid={note !== undefined || undefined}
          aria-describedby={`${id}-note`}
          onChange={(event) => {
            const [chosen] = event.target.files ?? []
            event.target.value = ''
            void choose(chosen)
          }}
        />
      </label>
      <div id={`${id}-note`} className={styles.bad} aria-live="polite">
        {note}
        {doubt && doubt.fault !== 'small' && (
          <Button kind="quiet" small onClick={() => void take(doubt.chosen)}>
            {t('merchant.useAnyway')}
          </Button>
        )}
      </div>
    </div>
  )
}
