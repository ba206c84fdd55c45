// Where somebody is in a screen. Not how far the page is scrolled: the status line above the content comes and goes.
// And not where the content begins, when it is an endless list: what stands above its items comes and goes as well, and
// on a busy device later than they do.

/** At which height in the window (px) the content begins, and one item of a list that is in sight. */
export interface Height {
  top: number
  item?: { href: string; top: number } | undefined
}

/** How long a list may take until it holds the item again (ms); until the page is long enough. */
const ITEM_PATIENCE_MS = 3000
const PAGE_PATIENCE_MS = 10_000

const ITEMS = 'main [aria-posinset] a'
const topOf = (element: Element | null | undefined): number | undefined => element?.getBoundingClientRect().top
/** Undefined before the first render. */
const contentTop = (): number | undefined => topOf(document.querySelector('main'))
const itemTop = (href: string): number | undefined =>
  topOf([...document.querySelectorAll<HTMLAnchorElement>(ITEMS)].find((link) => link.href === href))

function itemInSight(): Height['item'] {
  for (const link of document.querySelectorAll<HTMLAnchorElement>(ITEMS)) {
    const { top, height } = link.getBoundingClientRect()
    if (top < 0 || height === 0) continue
    // The first link to it is the one that is found again.
    return top < innerHeight ? { href: link.href, top: itemTop(link.href)! } : undefined
  }
  return undefined
}

/** Where one is, if the page is scrolled. */
export function heightNow(): Height | undefined {
  const top = contentTop()
  return scrollY > 0 && top !== undefined ? { top, item: itemInSight() } : undefined
}

/**
 * Scrolls until the same is seen at the same height, as soon as the page is long enough; stops when the person scrolls.
 * Resolves when there, or after `patience` (ms), but keeps trying a little longer.
 */
export function settleHeight({ top, item }: Height, patience: number): Promise<void> {
  const off = (): number => {
    const now = item && itemTop(item.href)
    return now === undefined ? (contentTop() ?? Infinity) - top : now - item!.top
  }
  const near = (): boolean => {
    const by = off()
    if (by !== Infinity) scrollBy(0, by)
    return Math.abs(off()) < 2
  }
  const there = (): boolean => near() && (!item || itemTop(item.href) !== undefined)
  if (there()) return Promise.resolve()
  return new Promise((resolve) => {
    const stop = new AbortController()
    const look = (): void => {
      if (there()) stop.abort()
    }
    const size = new ResizeObserver(look)
    // A part of a list may take the place of a gap that is as high.
    const parts = new MutationObserver(look)
    stop.signal.addEventListener('abort', () => {
      size.disconnect()
      parts.disconnect()
      resolve()
    })
    for (const own of ['wheel', 'touchstart', 'keydown', 'pointerdown'])
      addEventListener(own, () => stop.abort(), { signal: stop.signal, passive: true })
    size.observe(document.documentElement)
    parts.observe(document.body, { childList: true, subtree: true })
    setTimeout(resolve, patience)
    setTimeout(() => {
      // The list no longer holds the item.
      if (near()) stop.abort()
    }, ITEM_PATIENCE_MS)
    setTimeout(() => stop.abort(), PAGE_PATIENCE_MS)
  })
}
