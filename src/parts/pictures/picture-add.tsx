import ImagePlus from 'lucide-react/icons/image-plus'
import styles from './picture-add.module.css'

interface PictureAddProps {
  text: string
  /** Pictures are being kept. */
  busy: boolean
  onChoose(files: readonly File[]): void
}

/** A place for one more picture, from the camera or the gallery, of the size of those that are there. */
export const PictureAdd = ({ text, busy, onChoose }: PictureAddProps) => (
  <label className={styles.add} data-busy={busy || undefined}>
    <ImagePlus aria-hidden="true" />
    <span>{text}</span>
    <input
      type="file"
      accept="image/*"
      multiple
      disabled={busy}
      className={styles.input}
      onChange={(event) => {
        const chosen = [...(event.target.files ?? [])]
        // The same one may be chosen again.
        event.target.value = ''
        onChoose(chosen)
      }}
    />
  </label>
)
