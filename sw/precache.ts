import { PrecacheController, PrecacheRoute, type PrecacheEntry } from 'workbox-precaching'
import { registerRoute, Route } from 'workbox-routing'
import { isHashed, isScreen } from './routes.ts'
import { shellCache, takeCharge } from './update.ts'

/**
 * Keeps the shell (index.html, the chunks of all screens, the languages, the icons) on the device and
 * answers every screen's address with it. Nothing else is answered here: what is not of the shell goes
 * to the network untouched.
 */
export function serveShell(worker: ServiceWorkerGlobalScope, manifest: (PrecacheEntry | string)[]): void {
  const name = shellCache(manifest)
  const shell = new PrecacheController({ cacheName: name })
  shell.addToCacheList(manifest)
  worker.addEventListener('install', (event) => {
    event.waitUntil(shell.install(event))
  })
  worker.addEventListener('activate', (event) => {
    event.waitUntil(takeCharge(worker.caches, name).then(() => worker.clients.claim()))
  })

  registerRoute(new PrecacheRoute(shell, { cleanURLs: false }))
  const page = shell.createHandlerBoundToURL('/index.html')
  registerRoute(new Route(({ request, url }) => request.mode === 'navigate' && isScreen(url.pathname), page))
  // A chunk of the version before, asked for by a page that has not reloaded yet.
  registerRoute(
    new Route(
      ({ url, sameOrigin }) => sameOrigin && isHashed(url.pathname),
      async ({ request }) => (await worker.caches.match(request, { ignoreVary: true })) ?? fetch(request),
    ),
  )
}
