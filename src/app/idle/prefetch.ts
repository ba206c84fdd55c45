import { client, askWorker } from '../../data/worker/worker-client.ts'
import { savesData } from '../../data/device/saver.ts'
import { RecentMap } from '../../ui/recent-map.ts'
import { links } from '../../links/links.ts'

// Details of products that a person may open next: of a card while it is pressed, and of the cards in sight once the
// page rests. Never where data is saved, or the network is slow.

const CARDS_MAX = 12
const REST_MS = 500
/** A press that is longer than this is no scroll (ms). */
const PRESS_MS = 50

const PREFIX = links.goods(0).slice(0, -1)
const CARD = `main article a[href^="${PREFIX}"]`
/** A session's cards; whichever is asked for again costs no request while its details are on the device. */
const asked = new RecentMap<true>(1000)

const idOf = (link: Element): number => Number(link.getAttribute('href')!.slice(PREFIX.length))

function fetchDetails(ids: readonly number[]): void {
  if (ids.length === 0) return
  for (const id of ids) asked.set(String(id), true)
  askWorker((api) => api.want('catalogue.details', { ids: [...ids] }, client.person()?.uid)).catch(() => {})
}

function idsInSight(): number[] {
  const inSight = [...document.querySelectorAll(CARD)].filter((link) => {
    const { top, bottom, left, right } = link.closest('article')!.getBoundingClientRect()
    return bottom > 0 && top < innerHeight && right > 0 && left < innerWidth
  })
  return [...new Set(inSight.map(idOf))].filter((id) => !asked.has(String(id))).slice(0, CARDS_MAX)
}

/** Begins to fetch details ahead. `onScreen` calls back whenever another screen is shown. */
export function startPrefetching(onScreen: (shown: () => void) => void): void {
  let resting: number | undefined
  let pressing: number | undefined
  const rest = (): void => {
    clearTimeout(resting)
    resting = window.setTimeout(() => {
      if (document.visibilityState === 'visible' && navigator.onLine && !savesData()) fetchDetails(idsInSight())
    }, REST_MS)
  }
  const release = (): void => clearTimeout(pressing)
  document.addEventListener(
    'pointerdown',
    ({ target }) => {
      const link = (target as Element).closest?.('article')?.querySelector(CARD)
      if (link && navigator.onLine && !savesData())
        pressing = window.setTimeout(() => fetchDetails([idOf(link)]), PRESS_MS)
    },
    { passive: true },
  )
  document.addEventListener('pointercancel', release)
  for (const sign of ['scroll', 'visibilitychange', 'online'])
    addEventListener(sign, rest, { passive: true, capture: true })
  onScreen(rest)
  rest()
}
