// Runs in the page, before anything of the document; given to the browser as source text, so nothing here may reach for
// anything outside its function.

declare global {
  interface Window {
    /** From the beginning of the navigation until the first order was painted (ms). */
    firstOrder(): number | undefined
    /** How far changes of many goods were said to be, each value once in the order in which it was shown. */
    progress(): number[]
  }
}

/** Watches for an order in a list, and for what a bar of progress says. */
export function watchDesk(): void {
  let first: number | undefined
  let shown: number[] = []
  new MutationObserver(() => {
    const value = document.querySelector('progress')?.value
    if (value !== undefined && value !== shown.at(-1)) shown.push(value)
    if (first !== undefined || !document.querySelector('main a[href^="/centre/order/"]')) return
    first = performance.now()
    // Until the next frame begins, the one with the order has been painted.
    requestAnimationFrame(() =>
      requestAnimationFrame((time) => {
        first = time
      }),
    )
  }).observe(document, { subtree: true, childList: true, attributes: true, attributeFilter: ['value'] })
  window.firstOrder = () => first
  window.progress = () => {
    const seen = shown
    shown = []
    return seen
  }
}
