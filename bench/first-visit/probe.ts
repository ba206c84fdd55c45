// Runs in the page before any of the document, and records what a person sees and when. The browser gets these
// functions as source text, so each may use only names of its own.

/** The findings about a page so far; times in ms since the navigation began. */
export interface Seen {
  /** When the browser painted the first product's title; when its picture. */
  product?: number
  picture?: number
  /** The largest contentful paint so far, and whether it is a picture. */
  lcp?: number
  lcpIsPicture?: boolean
  /** The sum of all layout shifts that no input has caused. */
  shift: number
  /** The total time (ms) that tasks after the first paint took beyond 50 ms each. */
  blocking: number
}

declare global {
  interface Window {
    /** The probe's findings. */
    seen(): Seen
  }
}

/** Watches the document from its beginning; `window.seen` tells what was seen. */
export function probe(): void {
  const seen: Seen = { shift: 0, blocking: 0 }
  const long: { start: number; ms: number }[] = []
  let painted = Infinity

  type Entry = PerformanceEntry & {
    identifier: string
    renderTime: number
    element?: Element | null
    hadRecentInput: boolean
    value: number
  }
  const observe = (type: string, tell: (entry: Entry) => void): void =>
    new PerformanceObserver((list) => (list.getEntries() as Entry[]).forEach(tell)).observe({ type, buffered: true })

  // A mark that the browser's element timing looks for. The callback runs before the mutation is painted.
  const mark = (selector: string, name: string): void => {
    const first = document.querySelector(selector)
    if (first && !document.querySelector(`[elementtiming=${name}]`)) first.setAttribute('elementtiming', name)
  }
  new MutationObserver(() => {
    mark('main article a[href^="/goods"] > *', 'product')
    mark('main article img', 'picture')
  }).observe(document, { childList: true, subtree: true })
  observe('element', ({ identifier, renderTime }) => {
    if (identifier === 'product' || identifier === 'picture') seen[identifier] ??= renderTime
  })
  observe('largest-contentful-paint', ({ startTime, element }) => {
    seen.lcp = startTime
    seen.lcpIsPicture = element?.tagName === 'IMG'
  })
  observe('layout-shift', ({ hadRecentInput, value }) => {
    if (!hadRecentInput) seen.shift += value
  })
  observe('paint', ({ name, startTime }) => {
    if (name === 'first-contentful-paint') painted = startTime
  })
  observe('longtask', ({ startTime, duration }) => long.push({ start: startTime, ms: duration }))
  window.seen = () => ({
    ...seen,
    blocking: long.reduce((sum, { start, ms }) => sum + Math.max(0, Math.min(ms, start + ms - painted) - 50), 0),
  })
}

/** A product's page as far as it is shown. */
export interface GoodsSeen {
  title: boolean
  price: boolean
  picture: boolean
}

/** The parts of the page that a tap must bring, and whether the tap is repeated. */
interface Tap {
  /** The tap counts only once the app itself follows the link, and is repeated until then. */
  patient: boolean
  wanted: readonly (keyof GoodsSeen)[]
}

/** When a tap was answered: ms since the tap, and Unix ms. */
interface Answered {
  took: number
  at: number
}

/**
 * Taps the first product and watches until its page shows what is wanted.
 */
export function tapProduct({ patient, wanted }: Tap): Promise<Answered> {
  const link = document.querySelector<HTMLAnchorElement>('main article a[href^="/goods"]')!
  const title = link.textContent!.trim()
  const look = (): GoodsSeen => {
    const image = document.querySelector<HTMLImageElement>('main section[aria-label] img')
    return {
      title: [...document.querySelectorAll('main p[dir=auto]')].some((p) => p.textContent!.trim() === title),
      price: /\d/.test(document.querySelector('main p strong')?.textContent ?? ''),
      picture: image !== null && image.complete && image.naturalWidth > 0 && getComputedStyle(image).opacity !== '0',
    }
  }
  /** Whether the app has followed the link; the browser does not. */
  const tap = (): boolean => {
    let followed = false
    const last = (event: Event): void => {
      followed = event.defaultPrevented
      event.preventDefault()
    }
    addEventListener('click', last, { once: true })
    link.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, composed: true, view: window }))
    return followed
  }
  return new Promise((resolve, reject) => {
    let tapped = performance.now()
    const watch = (): void => {
      const shown = location.pathname === '/goods' ? look() : undefined
      if (!shown || !wanted.every((part) => shown[part])) return void requestAnimationFrame(watch)
      // Until the next frame begins, this one has been painted.
      requestAnimationFrame((time) => resolve({ took: time - tapped, at: performance.timeOrigin + time }))
    }
    const again = (): void => {
      tapped = performance.now()
      if (tap()) watch()
      else if (patient) setTimeout(again, 100)
      else reject(new Error('the app did not follow the link'))
    }
    again()
  })
}

/** Presses the first product's heart, again and again until the page shows it as saved; when that was (Unix ms). */
export function favour(): Promise<number> {
  // A document that the server has rendered may have no heart yet.
  const heart = (): HTMLElement | null => document.querySelector('main article button[aria-pressed]')
  return new Promise((resolve) => {
    const observer = new MutationObserver(() => {
      if (heart()?.getAttribute('aria-pressed') !== 'true') return
      clearInterval(pressing)
      observer.disconnect()
      resolve(performance.timeOrigin + performance.now())
    })
    observer.observe(document, { attributeFilter: ['aria-pressed'], subtree: true, childList: true })
    const press = (): void => heart()?.click()
    const pressing = setInterval(press, 200)
    press()
  })
}
