import type { i18n } from 'i18next'
import { CIRCLE_RECORD, DRAIN_SCOPE, LANGUAGE_RECORD, SHELL_RECORDS, type SwMessage } from '#contract/sw-messages.ts'
import { onCurrency } from '../../data/device/currency.ts'
import { keepTrying } from '../../data/loading/keep-trying.ts'
import { withinLimit } from '../../data/loading/load-chunk.ts'
import { isSavingData, onSaver, savesData } from '../../data/device/saver.ts'
import { drainScript, serviceWorkerScript } from '../../data/worker/trusted-types.ts'
import { askWorker, client } from '../../data/worker/worker-client.ts'
import { keepOwnPictures } from './keep-own.ts'
import { keepDocuments, keepPictures } from './keep-visit.ts'
import { controllerNow, update } from '../sw-client.ts'

// The page's side of the service worker, loaded once the page is idle.

const CHECK_EVERY_MS = 30 * 60_000
/** The databases go a moment after the service worker. */
const CLEARING_MS = 1000

/**
 * Site data was cleared, and the service worker with it; requests of this page and its worker still go to that one, in
 * vain. Only this page's worker knows what was lost, so it records that before the page reloads.
 */
async function reloadAfterClearing(): Promise<void> {
  await new Promise((cleared) => {
    setTimeout(cleared, CLEARING_MS)
  })
  await askWorker((api) => api.ready()).catch(() => {})
  location.reload()
}

/** This page runs on beside a newer version, until it may be loaded again. */
let replaced = false

/**
 * A new version has taken over. This page follows at once, unless that was another page's doing and something would be
 * lost here: then the banner asks.
 */
async function tookOver(): Promise<void> {
  // Without it nobody knows what is typed.
  const may = await import('../shell/frame-later.tsx').then(
    ({ mayReload }) => mayReload(),
    () => false,
  )
  if (update.applied || may) location.reload()
  else {
    replaced = true
    update.found({ postMessage: () => location.reload() })
  }
}

/** Writes down what holds on this device for the versions of the service worker to come. */
async function note(key: string, value: string): Promise<void> {
  const records = await caches.open(SHELL_RECORDS)
  const before = await (await records.match(key))?.text()
  // A person who signs out may sign in again, without a network to fetch the code: their record stays.
  if (before !== value && !(key === CIRCLE_RECORD && before === 'person')) await records.put(key, new Response(value))
}
const isPerson = (): boolean => client.person()?.guest === false
const noteCircle = (): Promise<void> => note(CIRCLE_RECORD, isPerson() ? 'person' : 'guest')

/** Calls back when somebody has signed in here whom this page had not met. */
function onSignedIn(tell: () => void): void {
  let before = isPerson()
  client.subscribe(() => {
    const now = isPerson()
    if (now && !before) tell()
    before = now
  })
}

/**
 * Has the browser keep what sends a person's work with no page open, where it can wake it. A version of the app brings
 * its own; the same one again asks for nothing.
 */
async function keepDrain(): Promise<void> {
  if (isPerson() && 'SyncManager' in globalThis)
    await navigator.serviceWorker.register(drainScript(), { scope: DRAIN_SCOPE })
}

async function keepVisit(translator: i18n): Promise<void> {
  const shell: SwMessage = {
    type: 'KEEP_SHELL',
    language: translator.language,
    screens: !isSavingData(),
    person: isPerson(),
  }
  const saver: SwMessage = { type: 'SAVE_DATA', on: isSavingData() }
  for (const message of [saver, shell]) controllerNow()?.postMessage(message)
  // A browser may refuse it.
  keepTrying(keepDrain).catch(() => {})
  if (savesData()) return
  keepPictures()
  keepDocuments(translator).catch(() => {})
  keepOwnPictures()
}

/**
 * Registers the service worker, so that the next start needs no network; outside a build there is none. `atStart` is
 * the one that answered this page's address.
 */
export async function startServiceWorker(translator: i18n, atStart: ServiceWorker | null): Promise<void> {
  if (import.meta.env.DEV || !('serviceWorker' in navigator)) return
  const { serviceWorker } = navigator
  // Without a network it is kept by the next visit.
  const keep = (): void => void keepVisit(translator).catch(() => {})
  let before = atStart
  const changed = (): void => {
    const now = controllerNow()
    if (now === before) return
    if (!before) keep()
    else if (now) void tookOver()
    else void reloadAfterClearing()
    before = now
  }
  serviceWorker.addEventListener('controllerchange', changed)
  // Another one may have taken over while this page was starting.
  changed()
  // Long before the service worker has come and installs, so that it keeps what is wanted here.
  const noted = Promise.all([note(LANGUAGE_RECORD, translator.language), noteCircle()])
  translator.on('languageChanged', (language) => {
    note(LANGUAGE_RECORD, language)
      .then(keep)
      .catch(() => {})
  })
  onSignedIn(() => void noteCircle().then(keep, keep))
  onCurrency(keep)
  onSaver(keep)
  if (atStart) keep()
  const register = async (): Promise<void> => {
    const registering = serviceWorker.register(serviceWorkerScript(), { scope: '/', updateViaCache: 'none' })
    watch(await withinLimit(registering))
  }
  // Nothing waits for the network to come back; a browser may refuse it for good.
  await Promise.all([register().catch(() => void keepTrying(register).catch(() => {})), noted])
}

/** Looks for new versions now and then, and says when one waits. */
function watch(registration: ServiceWorkerRegistration): void {
  // Without a controller the installed version is the first: nobody needs to agree to it.
  const look = () => {
    if (!replaced) update.found(controllerNow() ? (registration.waiting ?? undefined) : undefined)
  }
  const follow = () => registration.installing?.addEventListener('statechange', look)
  registration.addEventListener('updatefound', follow)
  // One that was found before this page came may still be installing.
  follow()
  look()
  const check = () => {
    if (document.visibilityState === 'visible') registration.update().catch(() => {})
  }
  setInterval(check, CHECK_EVERY_MS)
  addEventListener('online', check)
}
