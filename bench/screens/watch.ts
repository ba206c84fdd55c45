// Runs in the page before any of the document. The browser gets these functions as source text, so each may use only
// names of its own.

/** The findings since `window.watched` was last called. */
export interface Watched {
  /** The sum of all layout shifts that no input has caused. */
  shift: number
  /** The intervals between frames (ms). */
  frames: number[]
}

declare global {
  interface Window {
    /** From the last touch until its first change of the document was painted (ms). */
    changeAfterTap(): number | undefined
    /** Returns the findings, and starts afresh. */
    watched(): Watched
  }
}

/** Watches taps, shifts and frames; `window.watched` returns the findings. */
export function watch(): void {
  let tapped: number | undefined
  let change: number | undefined
  let shift = 0
  let frames: number[] = []
  addEventListener(
    'pointerdown',
    ({ timeStamp }) => {
      tapped = timeStamp
      change = undefined
    },
    true,
  )
  new MutationObserver(() => {
    if (tapped === undefined) return
    const since = tapped
    tapped = undefined
    // Until the next frame begins, the one with the change has been painted.
    requestAnimationFrame(() =>
      requestAnimationFrame((time) => {
        change = time - since
      }),
    )
  }).observe(document, { subtree: true, childList: true, attributes: true, characterData: true })
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { hadRecentInput: boolean; value: number })[])
      if (!entry.hadRecentInput) shift += entry.value
  }).observe({ type: 'layout-shift', buffered: true })
  let last: number | undefined
  const frame = (time: number): void => {
    if (last !== undefined) frames.push(time - last)
    last = time
    requestAnimationFrame(frame)
  }
  requestAnimationFrame(frame)
  window.changeAfterTap = () => change
  window.watched = () => {
    const seen = { shift, frames }
    shift = 0
    frames = []
    return seen
  }
}
