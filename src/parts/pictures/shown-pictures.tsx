import { useState, type ComponentType } from 'react'
import { useTranslation } from 'react-i18next'
import type { Picture as PictureOf } from '#contract/pictures/schema.ts'
import { cx } from '../../ui/cx.ts'
import { PictureView } from '../../ui/blocks/picture.tsx'
import { OwnPicture } from './own-picture.tsx'
import { pictureSources } from './picture-sources.ts'
import { PictureViewer } from './picture-viewer.tsx'
import styles from './shown-pictures.module.css'
import { useFormat } from '../format/use-format.ts'

interface ShownPicturesProps {
  /** The ids of what this device kept, and what the market made of them: empty until it has. */
  files?: readonly string[]
  pictures?: readonly PictureOf[]
  large?: boolean
  /** Shows what is kept elsewhere than with the person: at a store's desk. */
  Own?: ComponentType<{ file: string; alt: string }>
}

/** Pictures that somebody showed, in small: each is enlarged by a tap once the market has it. */
export function ShownPictures({ files = [], pictures = [], large = false, Own = OwnPicture }: ShownPicturesProps) {
  const { t } = useTranslation()
  const { number } = useFormat()
  const [open, setOpen] = useState<number>()
  const total = Math.max(files.length, pictures.length)
  if (total === 0) return null
  return (
    <div className={styles.pictures}>
      {Array.from({ length: total }, (_, n) => {
        const picture = pictures[n]
        const title = t('pictures.chosen', { n: number(n + 1) })
        return picture ? (
          <button
            key={picture.src}
            type="button"
            className={cx(styles.picture, large && styles.large)}
            aria-label={t('pictures.open', { n: number(n + 1) })}
            onClick={() => setOpen(n)}
          >
            <PictureView
              sources={pictureSources(picture)}
              alt=""
              tint={picture.tint}
              sizes={large ? '128px' : '80px'}
            />
          </button>
        ) : (
          <Own key={files[n]} file={files[n]!} alt={title} />
        )
      })}
      {open !== undefined && (
        <PictureViewer
          pictures={pictures}
          title={t('pictures.chosen', { n: number(open + 1) })}
          start={open}
          onClose={() => setOpen(undefined)}
        />
      )}
    </div>
  )
}
