import { PrecacheController, PrecacheRoute, type PrecacheEntry } from 'workbox-precaching'
import { registerRoute, Route } from 'workbox-routing'
import { LANGUAGE_RECORD, SHELL_RECORDS, type SwMessage } from '#contract/sw-messages.ts'
import { dropOthers, keepDocument, keptDocument } from './documents.ts'
import { inParallel } from './in-parallel.ts'
import { isHashed, isScreen, languageOfTexts } from './routes.ts'
import { takeCharge } from './update.ts'

/** So many files are fetched at once: one after the other each costs a round trip, and all at once a tap waits long. */
const AT_ONCE = 6

/**
 * Keeps the shell (index.html, the chunks of all screens, the texts in this device's language, the icons) on the device
 * and answers every screen's address with it. Nothing else is answered here: what is not of the shell goes to the
 * network untouched.
 */
export function serveShell(
  worker: ServiceWorkerGlobalScope,
  name: string,
  manifest: readonly (PrecacheEntry | string)[],
): void {
  const texts = manifest.map(addressOf).filter((address) => languageOfTexts(address) !== undefined)
  const shell = new PrecacheController({ cacheName: name })
  shell.addToCacheList(manifest.filter((entry) => languageOfTexts(addressOf(entry)) === undefined))

  const keepTexts = async (language: string | undefined): Promise<void> => {
    const cache = await worker.caches.open(name)
    const wanted = texts.filter((address) => language === undefined || languageOfTexts(address) === language)
    await inParallel(AT_ONCE, wanted, async (address) => {
      if (!(await cache.match(address))) await cache.add(address)
    })
  }
  worker.addEventListener('install', (event) => {
    event.waitUntil(
      (async () => {
        await inParallel(AT_ONCE, [...shell.getURLsToCacheKeys()], ([url, cacheKey]) => {
          // A name that carries no hash may be in the HTTP cache with what it held before.
          const request = new Request(url, {
            cache: cacheKey === url ? 'default' : 'reload',
            credentials: 'same-origin',
          })
          const [answered, kept] = shell.strategy.handleAll({ params: { cacheKey }, request, event })
          return Promise.all([answered, kept])
        })
        await keepTexts(await languageOf(worker.caches))
      })(),
    )
  })
  worker.addEventListener('activate', (event) => {
    event.waitUntil(takeCharge(worker.caches, name).then(() => worker.clients.claim()))
  })
  const isOurs = (script: string): boolean => shell.getCacheKeyForURL(script) !== undefined
  const obey = async (message: SwMessage | null): Promise<void> => {
    const cache = await worker.caches.open(name)
    if (message?.type === 'KEEP_TEXTS')
      await Promise.all([dropOthers(cache, message.language), keepTexts(message.language)])
    if (message?.type === 'KEEP_DOCUMENT') await keepDocument(cache, message, isOurs, Date.now())
  }
  worker.addEventListener('message', (event) => {
    // What did not come without a network is fetched on a later visit.
    event.waitUntil(obey(event.data as SwMessage | null).catch(() => undefined))
  })
  registerRoute(new PrecacheRoute(shell, { cleanURLs: false, directoryIndex: '' }))
  const page = shell.createHandlerBoundToURL('/index.html')
  registerRoute(
    new Route(
      ({ request, url }) => request.mode === 'navigate' && isScreen(url.pathname),
      async (asked) => (await keptDocument(await worker.caches.open(name), asked.url, Date.now())) ?? page(asked),
    ),
  )
  // Texts, and a chunk of the version before, asked for by a page that has not reloaded yet.
  registerRoute(
    new Route(
      ({ url, sameOrigin }) => sameOrigin && isHashed(url.pathname),
      async ({ request }) => (await worker.caches.match(request, { ignoreVary: true })) ?? fetch(request),
    ),
  )
}

const addressOf = (entry: PrecacheEntry | string): string => (typeof entry === 'string' ? entry : entry.url)

/** The language of this device; undefined on one whose page has never said it, which then keeps all. */
async function languageOf(storage: CacheStorage): Promise<string | undefined> {
  const record = await (await storage.open(SHELL_RECORDS)).match(LANGUAGE_RECORD)
  return record?.text()
}
