import { useRef, type KeyboardEvent, type PointerEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { movedCrop, zoomed, type Crop, type Size } from './crop.ts'
import styles from './crop.module.css'

/** So much of the square an arrow key moves it. */
const STEP = 0.05

interface CropFrameProps {
  /** The picture's address; undefined until it has one. */
  url: string | undefined
  size: Size | undefined
  crop: Crop | undefined
  /** How near it can be seen. */
  most: number
  onChange(crop: Crop): void
  onSize(size: Size): void
  onUnreadable(): void
}

/** The square as it will be, with the picture moved under it: by a finger, by two, by arrow keys. */
export function CropFrame({ url, size, crop, most, onChange, onSize, onUnreadable }: CropFrameProps) {
  const { t } = useTranslation()
  const fingers = useRef(new Map<number, { x: number; y: number }>())
  const here = size && crop
  const apart = (): number => {
    const [one, other] = [...fingers.current.values()]
    return one && other ? Math.hypot(one.x - other.x, one.y - other.y) : 0
  }
  const move = (e: PointerEvent) => {
    const before = fingers.current.get(e.pointerId)
    if (!before || !here) return
    const was = apart()
    fingers.current.set(e.pointerId, { x: e.clientX, y: e.clientY })
    if (was > 0) onChange(zoomed(size, crop, (Math.min(size.width, size.height) / crop.side) * (apart() / was), most))
    else {
      const scale = crop.side / e.currentTarget.clientWidth
      onChange(movedCrop(size, crop, (before.x - e.clientX) * scale, (before.y - e.clientY) * scale))
    }
  }
  const key = (e: KeyboardEvent) => {
    const by = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[e.key]
    if (!by || !here) return
    e.preventDefault()
    onChange(movedCrop(size, crop, by[0]! * STEP * crop.side, by[1]! * STEP * crop.side))
  }
  const lift = (e: PointerEvent) => fingers.current.delete(e.pointerId)
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <div
      role="application"
      aria-label={t('settings.cropFrame')}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      className={styles.frame}
      onKeyDown={key}
      onPointerDown={(e) => {
        e.currentTarget.setPointerCapture(e.pointerId)
        fingers.current.set(e.pointerId, { x: e.clientX, y: e.clientY })
      }}
      onPointerMove={move}
      onPointerUp={lift}
      onPointerCancel={lift}
    >
      {url && (
        <img
          src={url}
          alt=""
          draggable={false}
          className={styles.picture}
          style={
            here && {
              inlineSize: `${(size.width / crop.side) * 100}%`,
              left: `${(-crop.left / crop.side) * 100}%`,
              top: `${(-crop.top / crop.side) * 100}%`,
            }
          }
          onLoad={({ currentTarget: { naturalWidth: width, naturalHeight: height } }) => onSize({ width, height })}
          onError={onUnreadable}
        />
      )}
      <span aria-hidden="true" className={styles.round} />
    </div>
  )
}
