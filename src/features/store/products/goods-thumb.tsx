import { FILE_ID } from '#contract/pictures/files.ts'
import { useStorePicture } from '../../../data/stores/use-store-picture.ts'
import { pictureSources } from '../../../parts/pictures/picture-sources.ts'
import { PictureView } from '../../../ui/blocks/picture.tsx'
import styles from './goods.module.css'

/** A product's picture in small, by its address at the market or by the file that is on its way there. */
export function GoodsThumb({
  src,
  tint,
  alt = '',
  soon = false,
}: {
  src: string | undefined
  tint?: string | undefined
  alt?: string
  /** It is wanted also where it is not in sight: on paper. */
  soon?: boolean
}) {
  return src !== undefined && FILE_ID.test(src) ? (
    <OwnThumb file={src} alt={alt} />
  ) : (
    <PictureView
      className={styles.thumb}
      sources={pictureSources(src === undefined ? null : { src })}
      alt={alt}
      tint={tint}
      sizes="80px"
      priority={soon ? 'auto' : undefined}
    />
  )
}

/** The same of a file that is kept at the desk around. */
export function OwnThumb({ file, alt }: { file: string; alt: string }) {
  const url = useStorePicture(file)
  return url === undefined ? (
    <span className={styles.thumb} />
  ) : (
    <img className={styles.thumb} src={url} alt={alt} width={80} height={80} />
  )
}
