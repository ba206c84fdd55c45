import { useOwnPicture } from '../../data/pictures/use-own-picture.ts'
import styles from './picture-picker.module.css'

/** A picture that is kept on this device, by the id of its file. */
export function OwnPicture({ file, alt }: { file: string; alt: string }) {
  const url = useOwnPicture(file)
  return url === undefined ? (
    <span className={styles.thumb} />
  ) : (
    <img className={styles.thumb} src={url} alt={alt} width={80} height={80} />
  )
}
