import X from 'lucide-react/icons/x'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { useKeepPicture } from '../../data/pictures/use-keep-picture.ts'
import { OwnPicture } from './own-picture.tsx'
import { PictureAdd } from './picture-add.tsx'
import styles from './picture-picker.module.css'
import { useFormat } from '../format/use-format.ts'

interface PicturePickerProps {
  /** The ids of the files chosen so far, for a mutation's payload. */
  files: readonly string[]
  /** At most so many. */
  most: number
  /** Changes are based on the last one: what was taken away while another was kept stays away. */
  onChange(next: (files: readonly string[]) => string[]): void
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
    for (const file of chosen.slice(0, most - files.length)) {
      const kept = await keep(file)
      if (kept !== undefined) onChange((before) => [...new Set([...before, kept])].slice(0, most))
    }
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
              onClick={() => onChange((before) => before.filter((other) => other !== file))}
            >
              <X aria-hidden="true" />
            </button>
          </li>
        ))}
        {files.length < most && (
          <li>
            <PictureAdd
              text={t(busy ? 'pictures.adding' : 'pictures.add')}
              busy={busy}
              onChoose={(chosen) => void add(chosen)}
            />
          </li>
        )}
      </ul>
    </div>
  )
}
