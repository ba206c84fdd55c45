import { useRef, useState, type KeyboardEvent, type PointerEvent } from 'react'
import { STROKE_HEIGHT, STROKE_WIDTH, type Point, type Stroke } from '#contract/merchants/strokes.ts'

/** How far an arrow key moves the pen, and with Shift. */
const STEP = 12
const FINE = 3

const arrows: Record<string, Point> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}
const within = ([x, y]: Point): Point => [
  Math.round(Math.min(STROKE_WIDTH, Math.max(0, x))),
  Math.round(Math.min(STROKE_HEIGHT, Math.max(0, y))),
]

/** Where the pen of the keys is, and whether it draws. */
interface Pen {
  at: Point
  down: boolean
}

/** Draws strokes with a pointer, or with keys: what an element needs to be drawn on. */
export function useDrawing(strokes: readonly Stroke[], onChange: (strokes: readonly Stroke[]) => void) {
  const drawing = useRef<Stroke[] | undefined>(undefined)
  const [pen, setPen] = useState<Pen>()
  const pointOf = (event: PointerEvent<SVGSVGElement>): Point => {
    const box = event.currentTarget.getBoundingClientRect()
    return within([
      ((event.clientX - box.left) / box.width) * STROKE_WIDTH,
      ((event.clientY - box.top) / box.height) * STROKE_HEIGHT,
    ])
  }
  /** Goes on with the last stroke, or with a new one. */
  const draw = (point: Point, fresh: boolean) => {
    const before = drawing.current ?? strokes
    const last = fresh ? undefined : before.at(-1)
    const next = last ? [...before.slice(0, -1), [...last, point]] : [...before, [point]]
    drawing.current = next
    onChange(next)
  }
  const end = () => {
    drawing.current = undefined
  }
  return {
    pen,
    clear() {
      end()
      setPen(undefined)
      onChange([])
    },
    handlers: {
      onPointerDown(event: PointerEvent<SVGSVGElement>) {
        if (event.button !== 0) return
        event.currentTarget.setPointerCapture(event.pointerId)
        setPen(undefined)
        drawing.current = [...strokes]
        draw(pointOf(event), true)
      },
      onPointerMove(event: PointerEvent<SVGSVGElement>) {
        if (drawing.current && event.currentTarget.hasPointerCapture(event.pointerId)) draw(pointOf(event), false)
      },
      onPointerUp: end,
      onPointerCancel: end,
      onKeyDown(event: KeyboardEvent) {
        const at: Point = pen?.at ?? [STROKE_WIDTH / 4, STROKE_HEIGHT / 2]
        const way = arrows[event.key]
        if (way) {
          const step = event.shiftKey ? FINE : STEP
          const to = within([at[0] + way[0] * step, at[1] + way[1] * step])
          setPen({ at: to, down: pen?.down ?? false })
          if (pen?.down) draw(to, false)
        } else if (event.key === ' ') {
          const down = !pen?.down
          setPen({ at, down })
          drawing.current = [...strokes]
          if (down) draw(at, true)
        } else if (event.key === 'Backspace' || event.key === 'Delete') {
          end()
          setPen({ at, down: false })
          onChange(strokes.slice(0, -1))
        } else return
        event.preventDefault()
      },
    },
  }
}
