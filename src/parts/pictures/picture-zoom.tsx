import ChevronLeft from 'lucide-react/icons/chevron-left'
import ChevronRight from 'lucide-react/icons/chevron-right'
import X from 'lucide-react/icons/x'
import { useEffect, useRef, useState, type KeyboardEvent, type MouseEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { Picture as PictureOf } from '#contract/pictures/schema.ts'
import { pictureSources } from './picture-sources.ts'
import { IconButton } from '../../ui/controls/icon-button.tsx'
import { useLabels } from '../../ui/labels.ts'
import { PictureName } from '../../ui/blocks/picture-name.tsx'
import { PictureView } from '../../ui/blocks/picture.tsx'
import { useBackCloses } from '../../ui/layers/use-back-closes.ts'
import styles from './picture-zoom.module.css'
import { useZoom } from './use-zoom.ts'

export interface PictureZoomProps {
  pictures: readonly PictureOf[]
  title: string
  start: number
  onClose(): void
}

/**
 * All pictures in full screen: swiped or turned by the arrow keys, enlarged (use-zoom.ts), closed by the button, Back
 * or Escape.
 */
export function PictureZoom({ pictures, title, start, onClose }: PictureZoomProps) {
  const { t } = useTranslation()
  const labels = useLabels()
  const dialog = useRef<HTMLDialogElement>(null)
  const stage = useRef<HTMLDivElement>(null)
  const [at, setAt] = useState(start)
  const [large, setLarge] = useState(false)
  const total = pictures.length
  const go = (n: number) => {
    const { matches: still } = matchMedia('(prefers-reduced-motion: reduce)')
    const pane = stage.current?.children[n]
    pane?.scrollIntoView({ behavior: still ? 'instant' : 'smooth', inline: 'start', block: 'nearest' })
  }
  const keyed = (e: KeyboardEvent) => {
    const onwards = getComputedStyle(e.currentTarget).direction === 'rtl' ? 'ArrowLeft' : 'ArrowRight'
    if (large) return
    if (e.key === 'ArrowLeft' || e.key === 'ArrowRight') go(at + (e.key === onwards ? 1 : -1))
    else if (e.key === 'Home') go(0)
    else if (e.key === 'End') go(total - 1)
    else return
    e.preventDefault()
  }

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
      onKeyDown={keyed}
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
          setAt(Math.round(Math.abs(e.currentTarget.scrollLeft) / Math.max(1, e.currentTarget.clientWidth)))
        }
      >
        {pictures.map((p, n) => (
          <Pane key={p.src} picture={p} title={title} first={n === start} current={n === at} onLarge={setLarge} />
        ))}
      </div>
      {total > 1 && (
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
      )}
    </dialog>
  )
}

interface PaneProps {
  picture: PictureOf
  title: string
  /** It is the one that was chosen. */
  first: boolean
  current: boolean
  onLarge(large: boolean): void
}

/** One picture of the stage. */
function Pane({ picture, title, first, current, onLarge }: PaneProps) {
  const { t } = useTranslation()
  const [large, setLarge] = useState(false)
  const [sharp, setSharp] = useState(false)
  const { content, gestures, toggle } = useZoom((on) => {
    setLarge(on)
    if (on) setSharp(true)
    onLarge(on)
  })
  const touched = useRef(false)
  const press = (e: MouseEvent<HTMLButtonElement>) => {
    // A tap of a finger is half a double tap; a key has no position.
    if (touched.current) return
    toggle(e.currentTarget, e.detail === 0 ? undefined : { x: e.clientX, y: e.clientY })
  }
  return (
    <div className={styles.pane}>
      <button
        type="button"
        className={styles.press}
        data-zoomed={large || undefined}
        aria-label={t(large ? 'goods.zoomOut' : 'goods.zoomIn')}
        tabIndex={current ? 0 : -1}
        onClick={press}
        {...gestures}
        onPointerDown={(e) => {
          touched.current = e.pointerType !== 'mouse'
          gestures.onPointerDown(e)
        }}
        onKeyDown={() => {
          touched.current = false
        }}
      >
        <span ref={content} className={styles.content}>
          <PictureView
            sources={pictureSources(picture)}
            alt=""
            tint={picture.tint}
            sizes={sharp ? '720px' : '100vw'}
            priority={first ? 'high' : 'lazy'}
            fallback={<PictureName title={title} />}
          />
        </span>
      </button>
    </div>
  )
}
