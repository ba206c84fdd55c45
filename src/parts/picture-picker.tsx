import ImagePlus from 'lucide-react/icons/image-plus'
import X from 'lucide-react/icons/x'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { useKeepPicture } from '../data/use-keep-picture.ts'
import { OwnPicture } from './own-picture.tsx'
import styles from './picture-picker.module.css'
import { useFormat } from './use-format.ts'

interface PicturePickerProps {
  /** The ids of the files chosen so far, for a mutation's payload. */
  files: readonly string[]
  /** At most so many. */
  most: number
  onChange(files: string[]): void
}

/**
 * Chooses pictures from the camera or the gallery and keeps them on this device, offline too: thumbnails, each with its
 * removal, and a button for more.
 */
export function PicturePicker({ files, most, onChange }: PicturePickerProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const { keep, busy } = useKeepPicture()
  const id = useId()
  const add = async (chosen: readonly File[]) => {
    const ids = [...files]
    for (const file of chosen.slice(0, most - files.length)) {
      const kept = await keep(file)
      if (kept !== undefined && !ids.includes(kept)) ids.push(kept)
    }
    onChange(ids)
  }
  return (
    <div className={styles.picker}>
      <p className={styles.label} id={id}>
        {t('pictures.label', { n: format.number(files.length), most: format.number(most) })}
      </p>
      <ul className={styles.pictures} aria-labelledby={id}>
        {files.map((file, n) => (
          <li key={file} className={styles.item}>
            <OwnPicture file={file} alt={t('pictures.chosen', { n: format.number(n + 1) })} />
            <button
              type="button"
              className={styles.remove}
              aria-label={t('pictures.remove', { n: format.number(n + 1) })}
              onClick={() => onChange(files.filter((other) => other !== file))}
            >
              <X aria-hidden="true" />
            </button>
          </li>
        ))}
        {files.length < most && (
          <li>
            <label className={styles.add} data-busy={busy || undefined}>
              <ImagePlus aria-hidden="true" />
              <span>{t(busy ? 'pictures.adding' : 'pictures.add')}</span>
              <input
                type="file"
                accept="image/*"
                multiple
                disabled={busy}
                className={styles.input}
                onChange={(event) => {
                  const chosen = [...(event.target.files ?? [])]
                  event.target.value = ''
                  void add(chosen)
                }}
              />
            </label>
          </li>
        )}
      </ul>
    </div>
  )
}
