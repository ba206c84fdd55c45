import { useRef, type PointerEvent } from 'react'

const START_PX = 12

interface Swipe {
  onPointerDown(e: PointerEvent<HTMLElement>): void
  onPointerMove(e: PointerEvent<HTMLElement>): void
  onPointerUp(e: PointerEvent<HTMLElement>): void
  onPointerCancel(e: PointerEvent<HTMLElement>): void
}

/**
 * Drags an element sideways under a finger; let go beyond two fifths of its width it is swiped away. The element needs
 * `touch-action: pan-y`.
 */
export function useSwipe(onSwiped: () => void): Swipe {
  const drag = useRef<{ x: number; y: number; moving: boolean } | undefined>(undefined)
  const put = (element: HTMLElement, px: number) => {
    element.style.transform = px ? `translateX(${px}px)` : ''
    element.style.opacity = px ? String(Math.max(0.3, 1 - Math.abs(px) / element.offsetWidth)) : ''
  }
  const end = (e: PointerEvent<HTMLElement>, swiped: boolean) => {
    const moving = drag.current?.moving
    drag.current = undefined
    if (!moving) return
    put(e.currentTarget, 0)
    if (swiped) onSwiped()
  }
  return {
    onPointerDown(e) {
      // A mouse selects text and presses buttons; on steppers the finger is held down.
      if (e.pointerType === 'mouse' || (e.target as Element).closest('[role=group], input')) return
      drag.current = { x: e.clientX, y: e.clientY, moving: false }
    },
    onPointerMove(e) {
      const d = drag.current
      if (!d) return
      const dx = e.clientX - d.x
      if (!d.moving) {
        if (Math.abs(dx) < START_PX) return
        d.moving = true
        e.currentTarget.setPointerCapture(e.pointerId)
      }
      put(e.currentTarget, dx)
    },
    onPointerUp: (e) =>
      end(e, drag.current !== undefined && Math.abs(e.clientX - drag.current.x) > e.currentTarget.offsetWidth * 0.4),
    onPointerCancel: (e) => end(e, false),
  }
}
