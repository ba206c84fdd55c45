import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/controls/button.tsx'
import { Sheet } from '../../ui/layers/sheet.tsx'
import { centred, zoomed, type Crop, type Size } from './crop.ts'
import { CropFrame } from './crop-frame.tsx'
import styles from './crop.module.css'

/** The largest zoom; at 1, the square is the largest that fits the picture. */
const ZOOM_MAX = 4

interface CropSheetProps {
  /** The picture as it was chosen; undefined while there is none. */
  file: Blob | undefined
  busy: boolean
  /** The square of it that is kept, in its own pixels. */
  onDone(crop: Crop): void
  onClose(): void
  /** This browser cannot read the picture. */
  onUnreadable(): void
}

/** Chooses the square of a picture that is kept: drawn, pinched, or moved and zoomed by keys. */
export function CropSheet({ file, busy, onDone, onClose, onUnreadable }: CropSheetProps) {
  const { t } = useTranslation()
  const [size, setSize] = useState<Size>()
  const [crop, setCrop] = useState<Crop>()
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    if (!file) return
    const made = URL.createObjectURL(file)
    setUrl(made)
    return () => {
      setUrl(undefined)
      setSize(undefined)
      URL.revokeObjectURL(made)
    }
  }, [file])
  const here = size && crop
  const zoom = here ? Math.min(size.width, size.height) / crop.side : 1
  return (
    <Sheet
      open={file !== undefined}
      onClose={onClose}
      title={t('settings.crop')}
      footer={
        <Button wide busy={busy} disabled={!here} onClick={() => crop && onDone(crop)}>
          {t('settings.cropDone')}
        </Button>
      }
    >
      <div className={styles.crop}>
        <CropFrame
          url={url}
          size={size}
          crop={crop}
          most={ZOOM_MAX}
          onChange={setCrop}
          onSize={(found) => {
            setSize(found)
            setCrop(centred(found))
          }}
          onUnreadable={onUnreadable}
        />
        <label className={styles.zoom}>
          <span>{t('settings.cropZoom')}</span>
          <input
            type="range"
            min={1}
            max={ZOOM_MAX}
            step={0.05}
            value={zoom}
            disabled={!here}
            onChange={(e) => here && setCrop(zoomed(size, crop, Number(e.target.value), ZOOM_MAX))}
          />
        </label>
        <p className={styles.hint}>{t('settings.cropHint')}</p>
      </div>
    </Sheet>
  )
}
