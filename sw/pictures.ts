import type { WorkboxPlugin } from 'workbox-core'
import { ExpirationPlugin } from 'workbox-expiration'
import { registerRoute, Route } from 'workbox-routing'
import { CacheFirst } from 'workbox-strategies'
import { PACK_CACHE } from '#contract/packs/rules.ts'
import { PICTURE_CACHE } from '#contract/pictures/urls.ts'
import type { SwMessage } from '#contract/sw-messages.ts'
import { inParallel } from './in-parallel.ts'
import { isPicture, oneSmaller, alternatives } from './routes.ts'
import type { FetchedAhead } from './saving.ts'

const ENTRIES = 3000
/** At most this many of the pictures that one page showed before the service worker came are kept. */
const KEPT_AT_ONCE = 200
const DAYS = 60

/** The picture itself of a store that was taken along, or another form or size of it, if one is on the device. */
async function standIn(storage: CacheStorage, path: string): Promise<Response | undefined> {
  for (const [name, paths] of [
    [PACK_CACHE, [path]],
    [PICTURE_CACHE, alternatives(path)],
    [PACK_CACHE, alternatives(path)],
  ] as const) {
    const cache = await storage.open(name)
    for (const other of paths) {
      const found = await cache.match(other, { ignoreVary: true })
      if (found) return found
    }
  }
  return undefined
}

const isKept = async (storage: CacheStorage, picture: Request | string): Promise<boolean> =>
  (await (await storage.open(PICTURE_CACHE)).match(picture, { ignoreVary: true })) !== undefined

const isHere = async (storage: CacheStorage, path: string): Promise<boolean> =>
  (await isKept(storage, path)) || (await standIn(storage, path)) !== undefined

/** Whether the server will never answer anything else at the picture's address. */
const isFinal = (response: Response): boolean => response.headers.get('Cache-Control')?.includes('immutable') ?? false

/** Replaces a kept picture by the one that the server has made since; without a network it stays. */
async function renew(storage: CacheStorage, request: Request): Promise<void> {
  const response = await fetch(request, { priority: 'low' }).catch(() => undefined)
  if (response?.status === 200 && isFinal(response)) await (await storage.open(PICTURE_CACHE)).put(request, response)
}

/**
 * Pictures of the catalogue: from the device first, kept when they come from the network, the least
 * recently used dropped past a number and all of them when the disk is full, so that unsent work never
 * has to go for a picture. One that is not final is shown, and renewed for the next time. Without a
 * network, the other form or another size stands in for a missing one. Where data is saved, what is not here comes one
 * size smaller.
 */
export function servePictures(worker: ServiceWorkerGlobalScope, { saves, keepAlive }: FetchedAhead): void {
  const strategy = new CacheFirst({
    cacheName: PICTURE_CACHE,
    matchOptions: { ignoreVary: true },
    plugins: [
      { cacheWillUpdate: async ({ response }) => (response.status === 200 ? response : null) },
      {
        cachedResponseWillBeUsed: async ({ cachedResponse, event, request }) => {
          if (cachedResponse && !isFinal(cachedResponse)) event.waitUntil(renew(worker.caches, request))
          return cachedResponse
        },
      },
      new ExpirationPlugin({
        maxEntries: ENTRIES,
        maxAgeSeconds: DAYS * 86_400,
        purgeOnQuotaError: true,
      }) as WorkboxPlugin,
      { handlerDidError: ({ request }) => standIn(worker.caches, new URL(request.url).pathname) },
    ],
  })
  const isPictureHere = ({ url, sameOrigin }: { url: URL; sameOrigin: boolean }): boolean =>
    sameOrigin && isPicture(url.pathname)
  registerRoute(
    new Route(isPictureHere, async (asked) => {
      const smaller = (await saves()) ? oneSmaller(asked.url.pathname) : undefined
      const wanted =
        smaller === undefined || (await isKept(worker.caches, asked.request)) ? asked.request : new Request(smaller)
      return strategy.handle({ ...asked, request: wanted })
    }),
  )
  worker.addEventListener('message', (event) => {
    const message = event.data as SwMessage | null
    if (message?.type !== 'KEEP_PICTURES') return
    const paths = message.paths.filter(isPicture).slice(0, KEPT_AT_ONCE)
    // A picture that cannot be fetched now, and is not in the browser's cache, comes when it is shown again.
    let left = message.bytes ?? Number.POSITIVE_INFINITY
    // Workbox would let the message last as long as it fetches.
    const asked = { waitUntil: (work: Promise<unknown>) => keepAlive(event, work) } as ExtendableEvent
    const keep = async (path: string): Promise<unknown> => {
      if (left <= 0) return undefined
      if (message.bytes !== undefined && (await isHere(worker.caches, path))) return undefined
      const [answer, done] = strategy.handleAll({
        request: new Request(path, { cache: 'force-cache' }),
        event: asked,
      })
      const count = async (response: Response): Promise<void> => {
        const { size } = await response.blob()
        left -= size
      }
      return Promise.all([answer.then(count), done]).catch(() => undefined)
    }
    keepAlive(event, inParallel(2, paths, keep))
  })
}
