import ChevronLeft from 'lucide-react/icons/chevron-left'
import ChevronRight from 'lucide-react/icons/chevron-right'
import ImageOff from 'lucide-react/icons/image-off'
import X from 'lucide-react/icons/x'
import { useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import type { Picture as PictureOf } from '#contract/schema/picture.ts'
import { pictureSources } from '../../parts/picture-sources.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { useLabels } from '../../ui/labels.ts'
import { Picture } from '../../ui/picture.tsx'
import { useBackCloses } from '../../ui/use-back-closes.ts'
import styles from './gallery.module.css'

interface GalleryZoomProps {
  pictures: readonly PictureOf[]
  title: string
  start: number
  onClose(): void
}

/** Enlarges one pane of a stage around the pressed point, and shrinks it again. */
function useEnlarging(stage: RefObject<HTMLElement | null>) {
  const pressed = useRef({ n: 0, x: 0.5, y: 0.5 })
  const [large, setLarge] = useState(false)
  useLayoutEffect(() => {
    const { n, x, y } = pressed.current
    const pane = stage.current?.children[n]
    if (large) pane?.scrollTo((pane.scrollWidth - pane.clientWidth) * x, (pane.scrollHeight - pane.clientHeight) * y)
  }, [large, stage])
  const press = (n: number, e: React.MouseEvent<HTMLButtonElement>) => {
    const box = e.currentTarget.getBoundingClientRect()
    // A press of the keyboard has no position: take the middle.
    pressed.current =
      e.detail === 0
        ? { n, x: 0.5, y: 0.5 }
        : { n, x: (e.clientX - box.left) / box.width, y: (e.clientY - box.top) / box.height }
    setLarge(!large)
  }
  return { large, press }
}

/** All pictures in full screen: swiped, enlarged by a press and then dragged; closed by the button, Back or Escape. */
export function GalleryZoom({ pictures, title, start, onClose }: GalleryZoomProps) {
  const { t } = useTranslation()
  const labels = useLabels()
  const dialog = useRef<HTMLDialogElement>(null)
  const stage = useRef<HTMLDivElement>(null)
  const [at, setAt] = useState(start)
  const { large, press } = useEnlarging(stage)
  const total = pictures.length
  const go = (n: number, behavior: ScrollBehavior = 'smooth') =>
    stage.current?.children[n]?.scrollIntoView({ behavior, inline: 'start', block: 'nearest' })

  useBackCloses(true, onClose)
  useEffect(() => {
    dialog.current?.showModal()
    stage.current?.children[start]?.scrollIntoView({ inline: 'start', block: 'nearest' })
  }, [start])

  return (
    <dialog
      ref={dialog}
      className={styles.zoom}
      aria-label={title}
      onCancel={(e) => {
        e.preventDefault()
        onClose()
      }}
    >
      <div className={styles.bar}>
        <p aria-live="polite">{t('goods.picture', { n: at + 1, total })}</p>
        <IconButton label={labels.close} icon={<X />} onClick={onClose} />
      </div>
      <div
        ref={stage}
        className={styles.stage}
        data-zoomed={large || undefined}
        onScroll={(e) =>
          e.target === e.currentTarget &&
          setAt(Math.round(Math.abs(e.currentTarget.scrollLeft) / Math.max(1, e.currentTarget.clientWidth)))
        }
      >
        {pictures.map((p, n) => (
          <div key={p.src} className={`${styles.pane} ${large && n === at ? styles.zoomed : ''}`}>
            <button
              type="button"
              className={styles.press}
              aria-label={t(large ? 'goods.zoomOut' : 'goods.zoomIn')}
              tabIndex={n === at ? 0 : -1}
              onClick={(e) => press(n, e)}
            >
              <Picture
                sources={pictureSources(p)}
                alt=""
                tint={p.tint}
                sizes={large ? '720px' : '100vw'}
                priority={n === start ? 'high' : 'lazy'}
                fallback={<ImageOff />}
              />
            </button>
          </div>
        ))}
      </div>
      <div className={styles.bar}>
        <IconButton
          label={t('goods.previousPicture')}
          icon={<ChevronLeft className="mirrors" />}
          disabled={at === 0 || large}
          onClick={() => go(at - 1)}
        />
        <IconButton
          label={t('goods.nextPicture')}
          icon={<ChevronRight className="mirrors" />}
          disabled={at === total - 1 || large}
          onClick={() => go(at + 1)}
        />
      </div>
    </dialog>
  )
}
