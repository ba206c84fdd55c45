import { PrecacheController, PrecacheRoute, type PrecacheEntry } from 'workbox-precaching'
import { registerRoute, Route } from 'workbox-routing'
import { CIRCLE_RECORD, LANGUAGE_RECORD, SHELL_RECORDS, type SwMessage } from '#contract/sw-messages.ts'
import { dropOthers, inLanguage, keepAppearance, keepDocument, keptDocument } from './documents.ts'
import { inParallel } from './in-parallel.ts'
import { circleOf, isHashed, isScreen, isStartTexts, isWorkerPart, languageOfTexts } from './routes.ts'
import type { FetchedAhead } from './saving.ts'
import { takeCharge } from './update.ts'

/** The number of files fetched at once: one at a time costs a round trip each, and all at once delays a tap. */
const AT_ONCE = 24
/** A file that takes longer has failed, and is fetched again by the next attempt (ms; spec §9). */
const LOAD_LIMIT = 120_000
const inTime = (): AbortSignal => AbortSignal.timeout(LOAD_LIMIT)

/**
 * Keeps the shell (index.html, the chunks of all screens, the texts in this device's language, the icons) on the device
 * and answers every screen's address with it. The files beyond the `start` come once the first version is in charge;
 * those that only somebody signed in can use, once somebody has signed in; the desks of the operator's staff, and all
 * of them where the person saves data, when they are first needed. Nothing else is answered here: a request for
 * anything outside the shell goes to the network untouched.
 */
export function serveShell(
  worker: ServiceWorkerGlobalScope,
  name: string,
  manifest: readonly (PrecacheEntry | string)[],
  start: ReadonlySet<string>,
  { saves, keepAlive }: FetchedAhead,
): void {
  const isStart = (entry: PrecacheEntry | string): boolean => !isHashed(addressOf(entry)) || start.has(addressOf(entry))
  const shell = new PrecacheController({ cacheName: name })
  shell.addToCacheList(manifest.filter(isStart))
  const rest = new Set(manifest.filter((entry) => !isStart(entry)).map(addressOf))
  const own = (): Promise<Cache> => worker.caches.open(name)

  const keepStart = (event: ExtendableEvent): Promise<void> =>
    inParallel(AT_ONCE, [...shell.getURLsToCacheKeys()], ([url, cacheKey]) => {
      // A name that carries no hash may be in the HTTP cache with what it held before.
      const cache = cacheKey === url ? 'default' : 'reload'
      const request = new Request(url, { cache, credentials: 'same-origin', signal: inTime() })
      return Promise.all(shell.strategy.handleAll({ params: { cacheKey }, request, event }))
    })
  const keepRest = async (wanted: (address: string) => boolean): Promise<void> => {
    const cache = await own()
    const kept = new Set((await cache.keys()).map(({ url }) => new URL(url).pathname))
    const missing = [...rest].filter((address) => !kept.has(address) && wanted(address))
    await inParallel(AT_ONCE, missing, (address) => cache.add(new Request(address, { signal: inTime() })))
  }
  worker.addEventListener('install', (event) => {
    // Where there is a version already, this one takes over whole, perhaps without a network. The first version leaves
    // what a start does not need to the page's KEEP_SHELL: Chromium lets it fetch only three files at a time by then.
    const first = worker.registration.active === null
    const keep = async (): Promise<void> => {
      await keepStart(event)
      const wanted = { ...(await ofDevice(worker.caches)), screens: !(await saves()) }
      await keepRest((address) => (!first || isStartTexts(address)) && isWanted(address, wanted))
    }
    event.waitUntil(keep())
  })
  worker.addEventListener('activate', (event) => {
    event.waitUntil(takeCharge(worker.caches, name).then(() => worker.clients.claim()))
  })
  const isOurs = (script: string): boolean => shell.getCacheKeyForURL(script) !== undefined
  const obey = async (message: SwMessage | null): Promise<void> => {
    if (message?.type === 'KEEP_SHELL') {
      await dropOthers(await own(), inLanguage(message.language))
      await keepRest((address) => isWanted(address, message))
    }
    if (message?.type === 'KEEP_DOCUMENT') await keepDocument(await own(), message, isOurs, Date.now())
    const shellKey = shell.getCacheKeyForURL('/index.html')
    if (message?.type === 'KEEP_APPEARANCE' && shellKey)
      await keepAppearance(await own(), message.version, shellKey, isOurs)
  }
  worker.addEventListener('message', (event) => {
    // A file that did not come without a network is fetched on a later visit.
    keepAlive(event, obey(event.data as SwMessage | null))
  })
  registerRoute(new PrecacheRoute(shell, { cleanURLs: false, directoryIndex: '' }))
  const page = shell.createHandlerBoundToURL('/index.html')
  registerRoute(
    new Route(
      ({ request, url }) => request.mode === 'navigate' && isScreen(url.pathname),
      async (asked) => (await keptDocument(await own(), asked.url, Date.now())) ?? page(asked),
    ),
  )
  registerRoute(hashedRoute(worker, own, rest))
}

/** The rest of the shell; or a chunk of the version before, asked for by a page that has not reloaded yet. */
const hashedRoute = (worker: ServiceWorkerGlobalScope, own: () => Promise<Cache>, rest: ReadonlySet<string>): Route =>
  new Route(
    ({ url, sameOrigin }) => sameOrigin && isHashed(url.pathname),
    async ({ request, url, event }) => {
      const kept = await worker.caches.match(url.pathname, { ignoreVary: true })
      const answer = kept ?? (await fetch(request))
      const copy = !kept && answer.ok && rest.has(url.pathname) ? answer.clone() : undefined
      // A full disk is no reason to answer nothing.
      if (copy)
        (event as ExtendableEvent).waitUntil(
          own()
            .then((cache) => cache.put(url.pathname, copy))
            .catch(() => {}),
        )
      return answer
    },
  )

/** The files that a device keeps beyond those of a start. */
interface Wanted {
  /** The language of the texts; undefined for those of all languages. */
  language: string | undefined
  screens: boolean
  person: boolean
}

/** Whether a file that a start does not need belongs on this device. */
function isWanted(address: string, { language, screens, person }: Wanted): boolean {
  const circle = circleOf(address)
  if (circle === 'nobody' || (circle === 'person' && !person)) return false
  const texts = languageOfTexts(address)
  return texts === undefined ? screens || isWorkerPart(address) : language === undefined || texts === language
}

const addressOf = (entry: PrecacheEntry | string): string => (typeof entry === 'string' ? entry : entry.url)

/** The language and the circle of this device, as a page has recorded them for all versions. */
async function ofDevice(storage: CacheStorage): Promise<Pick<Wanted, 'language' | 'person'>> {
  const [language, circle] = await Promise.all([LANGUAGE_RECORD, CIRCLE_RECORD].map((key) => recorded(storage, key)))
  return { language, person: circle !== 'guest' }
}

/**
 * A record that a page has written for all versions; undefined on a device whose page has never written it, which then
 * keeps all.
 */
async function recorded(storage: CacheStorage, key: string): Promise<string | undefined> {
  const record = await (await storage.open(SHELL_RECORDS)).match(key)
  return record?.text()
}
