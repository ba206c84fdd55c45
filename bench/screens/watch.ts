// Runs in the page, before anything of the document. All of it is given to the browser as source text, so nothing here
// may reach for anything outside its function.

/** What was seen of a page since somebody last asked. */
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
    /** Says what was seen, and begins anew. */
    watched(): Watched
  }
}

/** Watches taps, shifts and frames; `window.watched` tells. */
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
