import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Picture as PictureOf } from '#contract/pictures/schema.ts'
import { pictureSources } from '../../parts/pictures/picture-sources.ts'
import { PictureViewer } from '../../parts/pictures/picture-viewer.tsx'
import { handOver } from '../../parts/catalogue/touched.ts'
import { PictureName } from '../../ui/blocks/picture-name.tsx'
import { PictureView } from '../../ui/blocks/picture.tsx'
import styles from './gallery.module.css'

interface GalleryProps {
  pictures: readonly PictureOf[]
  title: string
  brand: string | null | undefined
  /** A photograph of it is expected. */
  toCome: boolean
  /** The address of the first picture in a size that is here, to be seen while it loads. */
  under: string | undefined
}

/** A product’s pictures: swiped, counted, enlarged by a tap; with thumbnails from 768 px. Without any, its name. */
export function Gallery({ pictures, title, brand, toCome, under }: GalleryProps) {
  const { t } = useTranslation()
  const track = useRef<HTMLDivElement>(null)
  const [at, setAt] = useState(0)
  const [zoomed, setZoomed] = useState<number>()
  const total = pictures.length
  const go = (n: number) =>
    track.current?.children[n]?.scrollIntoView({ behavior: 'smooth', inline: 'start', block: 'nearest' })

  if (total === 0) return <NoPictures title={title} brand={brand} toCome={toCome} />
  return (
    <section className={styles.gallery} aria-label={t('goods.gallery')}>
      <div className={styles.main}>
        <div
          ref={track}
          className={styles.track}
          onScroll={(e) =>
            setAt(Math.round(Math.abs(e.currentTarget.scrollLeft) / Math.max(1, e.currentTarget.clientWidth)))
          }
        >
          {pictures.map((p, n) => (
            <button
              key={p.src}
              type="button"
              className={styles.slide}
              aria-label={t('goods.enlarge', { n: n + 1, total })}
              onClick={() => setZoomed(n)}
            >
              <PictureView
                sources={pictureSources(p)}
                alt=""
                tint={p.tint}
                sizes="(min-width: 768px) 480px, 100vw"
                priority={n === 0 ? 'high' : 'lazy'}
                under={n === 0 ? under : undefined}
                handOver={handOver}
                fallback={<PictureName title={title} brand={brand} />}
              />
            </button>
          ))}
        </div>
        {total > 1 && (
          <p className={styles.counter} aria-hidden="true">
            <bdi dir="ltr">
              {at + 1} / {total}
            </bdi>
          </p>
        )}
      </div>
      {total > 1 && (
        <div className={styles.thumbs}>
          {pictures.map((p, n) => (
            <button
              key={p.src}
              type="button"
              className={styles.thumb}
              aria-label={t('goods.picture', { n: n + 1, total })}
              aria-current={n === at}
              onClick={() => go(n)}
            >
              <PictureView sources={pictureSources(p)} alt="" tint={p.tint} sizes="64px" />
            </button>
          ))}
        </div>
      )}
      {zoomed !== undefined && (
        <PictureViewer pictures={pictures} title={title} start={zoomed} onClose={() => setZoomed(undefined)} />
      )}
    </section>
  )
}

/** The product's name in the place of pictures. */
function NoPictures({ title, brand, toCome }: Pick<GalleryProps, 'title' | 'brand' | 'toCome'>) {
  const { t } = useTranslation()
  return (
    <div className={styles.empty}>
      <PictureView
        sources={[]}
        alt={title}
        sizes="100vw"
        fallback={<PictureName title={title} brand={brand} note={toCome ? t('goods.photoToCome') : undefined} />}
      />
    </div>
  )
}
