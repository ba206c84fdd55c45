import { useId } from 'react'
import styles from './operator.module.css'
import { useAddPicture, type PictureCall } from './use-add-picture.ts'

/** Chooses a picture on this device and sends it with the call `by`; `onAdded` gets its `src`. */
export function ChoosePicture({ label, by, onAdded }: { label: string; by: PictureCall; onAdded(src: string): void }) {
  const id = useId()
  const { add, busy } = useAddPicture(by)
  const take = async (file: File | undefined) => {
    const src = file && (await add(file))
    if (src !== undefined) onAdded(src)
  }
  return (
    <label className={styles.choose} htmlFor={id} aria-busy={busy}>
      {label}
      <input
        id={id}
        type="file"
        disabled={busy}
        accept="image/png,image/webp,image/jpeg,image/avif,image/gif"
        onChange={(event) => {
          const [file] = event.target.files ?? []
          event.target.value = ''
          void take(file)
        }}
      />
    </label>
  )
}
