import { pictureUrl } from '#contract/pictures/urls.ts'
import type { SwMessage } from '#contract/sw-messages.ts'
import { ownPictures } from '#localdb/queries/pictures.ts'
import { savesData } from '../../data/device/saver.ts'
import { currentReaders, observeOpen, onReaders } from '../../data/worker/readers.ts'

// The pictures of a person's own things in their smallest size, so that cart, open orders and favourites have them
// without a network, also where another device filled them.

/** A page fetches so many, a few kB each, and no more than so many bytes at once. */
const PICTURES_MAX = 200
const BYTES_MAX = 1_000_000
/** The rows of a sign-in come in several answers: their pictures are asked for together (ms). */
const REST_MS = 2000

const asked = new Set<string>()
let watched: { unsubscribe(): void } | undefined
let resting: number | undefined
let started = false

function ask(sources: readonly string[]): void {
  const fresh = sources.filter((src) => !asked.has(src)).slice(0, PICTURES_MAX - asked.size)
  const { controller } = navigator.serviceWorker
  if (fresh.length === 0 || !controller || !navigator.onLine || savesData()) return
  for (const src of fresh) asked.add(src)
  const paths = fresh.map((src) => pictureUrl(src, 160, 'avif'))
  controller.postMessage({ type: 'KEEP_PICTURES', paths, bytes: BYTES_MAX } satisfies SwMessage)
}

/** Has the service worker keep them, now and whenever there are others. */
export function keepOwnPictures(): void {
  if (started) return
  started = true
  const watch = (): void => {
    watched?.unsubscribe()
    const db = currentReaders()
    watched =
      db &&
      observeOpen(() => ownPictures(db, PICTURES_MAX)).subscribe((sources) => {
        clearTimeout(resting)
        resting = window.setTimeout(ask, REST_MS, sources)
      })
  }
  onReaders(watch)
  watch()
}
