import { useRef, type PointerEvent, type RefObject } from 'react'

const MOST = 4
const STEP = 2.5
/** Two taps within this time and distance are one double tap (ms, px). */
const DOUBLE_MS = 300
const DOUBLE_PX = 32

interface Point {
  x: number
  y: number
}

interface View extends Point {
  scale: number
}

const WHOLE: View = { scale: 1, x: 0, y: 0 }

/** A view that shows nothing beside the picture, which is as large as its frame at scale 1. */
function within({ scale, x, y }: View, frame: DOMRect): View {
  const s = Math.min(MOST, Math.max(1, scale))
  const room = { x: ((s - 1) * frame.width) / 2, y: ((s - 1) * frame.height) / 2 }
  return { scale: s, x: Math.min(room.x, Math.max(-room.x, x)), y: Math.min(room.y, Math.max(-room.y, y)) }
}

/** Scales a view so that what is at a point (from the frame's middle) stays there. */
const scaled = (view: View, scale: number, at: Point): View => {
  const by = Math.min(MOST, Math.max(1, scale)) / view.scale
  return { scale: view.scale * by, x: at.x - (at.x - view.x) * by, y: at.y - (at.y - view.y) * by }
}

interface Zoom {
  /** The element that moves and grows, within the frame that takes the gestures. */
  content: RefObject<HTMLSpanElement | null>
  gestures: {
    onPointerDown(e: PointerEvent<HTMLElement>): void
    onPointerMove(e: PointerEvent<HTMLElement>): void
    onPointerUp(e: PointerEvent<HTMLElement>): void
    onPointerCancel(e: PointerEvent<HTMLElement>): void
  }
  /** Enlarges around a point of the window, else around the middle; shows the whole again when it is enlarged. */
  toggle(frame: HTMLElement, at?: Point): void
}

/**
 * Enlarges a picture: pinched, dragged while it is large, by a double tap or `toggle`. `onChange` says whether it is
 * larger than its frame.
 */
export function useZoom(onChange: (large: boolean) => void): Zoom {
  const content = useRef<HTMLSpanElement>(null)
  const view = useRef(WHOLE)
  const fingers = useRef(new Map<number, Point>())
  const tapped = useRef<Point & { at: number }>(undefined)

  const show = (next: View, frame: DOMRect): void => {
    const before = view.current
    view.current = within(next, frame)
    const { scale, x, y } = view.current
    if (content.current)
      content.current.style.transform = scale === 1 ? '' : `translate(${x}px, ${y}px) scale(${scale})`
    if (before.scale > 1 !== scale > 1) onChange(scale > 1)
  }
  const fromMiddle = (p: Point, frame: DOMRect): Point => ({
    x: p.x - frame.left - frame.width / 2,
    y: p.y - frame.top - frame.height / 2,
  })
  const toggle = (element: HTMLElement, at?: Point): void => {
    const frame = element.getBoundingClientRect()
    const point = at ? fromMiddle(at, frame) : { x: 0, y: 0 }
    show(view.current.scale > 1 ? WHOLE : scaled(view.current, STEP, point), frame)
  }
  const middle = (): Point & { spread: number } => {
    const all = [...fingers.current.values()]
    const [a, b = a] = all as [Point, Point?]
    return { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2, spread: Math.hypot(a.x - b.x, a.y - b.y) }
  }
  const lift = (e: PointerEvent<HTMLElement>): void => {
    fingers.current.delete(e.pointerId)
  }
  return {
    content,
    toggle,
    gestures: {
      onPointerDown: (e) => {
        if (e.pointerType === 'mouse' && e.button !== 0) return
        fingers.current.set(e.pointerId, { x: e.clientX, y: e.clientY })
      },
      onPointerMove: (e) => {
        if (!fingers.current.has(e.pointerId)) return
        const before = middle()
        fingers.current.set(e.pointerId, { x: e.clientX, y: e.clientY })
        if (fingers.current.size === 1 && view.current.scale === 1) return
        e.currentTarget.setPointerCapture(e.pointerId)
        const frame = e.currentTarget.getBoundingClientRect()
        const after = middle()
        const grown = before.spread > 0 ? view.current.scale * (after.spread / before.spread) : view.current.scale
        const next = scaled(view.current, grown, fromMiddle(before, frame))
        show({ ...next, x: next.x + after.x - before.x, y: next.y + after.y - before.y }, frame)
      },
      onPointerUp: (e) => {
        lift(e)
        if (e.pointerType === 'mouse') return
        const last = tapped.current
        const now = { x: e.clientX, y: e.clientY, at: e.timeStamp }
        const double = last && now.at - last.at < DOUBLE_MS && Math.hypot(now.x - last.x, now.y - last.y) < DOUBLE_PX
        tapped.current = double ? undefined : now
        if (double) toggle(e.currentTarget, now)
      },
      onPointerCancel: lift,
    },
  }
}
