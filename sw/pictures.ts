import type { WorkboxPlugin } from 'workbox-core'
import { ExpirationPlugin } from 'workbox-expiration'
import { registerRoute, Route } from 'workbox-routing'
import { CacheFirst } from 'workbox-strategies'
import { PICTURE_CACHE } from '#contract/rules/pictures.ts'
import { isPicture, otherSizes } from './routes.ts'

const ENTRIES = 3000
const DAYS = 60

/** Another size of the same picture, if one is on the device. */
async function standIn(storage: CacheStorage, path: string): Promise<Response | undefined> {
  const cache = await storage.open(PICTURE_CACHE)
  for (const other of otherSizes(path)) {
    const found = await cache.match(other, { ignoreVary: true })
    if (found) return found
  }
  return undefined
}

/**
 * Pictures of the catalogue: from the device first, kept when they come from the network, the least
 * recently used dropped past a number and all of them when the disk is full, so that unsent work never
 * has to go for a picture. Without a network, another size stands in for a missing one.
 */
export function servePictures(worker: ServiceWorkerGlobalScope): void {
  registerRoute(
    new Route(
      ({ url, sameOrigin }) => sameOrigin && isPicture(url.pathname),
      new CacheFirst({
        cacheName: PICTURE_CACHE,
        matchOptions: { ignoreVary: true },
        plugins: [
          { cacheWillUpdate: async ({ response }) => (response.status === 200 ? response : null) },
          new ExpirationPlugin({
            maxEntries: ENTRIES,
            maxAgeSeconds: DAYS * 86_400,
            purgeOnQuotaError: true,
          }) as WorkboxPlugin,
          { handlerDidError: ({ request }) => standIn(worker.caches, new URL(request.url).pathname) },
        ],
      }),
    ),
  )
}
