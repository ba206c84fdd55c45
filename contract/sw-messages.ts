/** The service worker's fixed address (spec §7); a classic script whose scope is the whole site. */
export const SW_PATH = '/sw.js'

/**
 * What a page may say to a service worker. `SKIP_WAITING` goes to `registration.waiting` when the person
 * agreed to the update ("Update Now"): the new version takes over, every open page hears
 * `controllerchange` and reloads. A page that had no controller when it was loaded must not reload on its
 * first `controllerchange`: that is only the first version taking charge.
 */
export type SwMessage = { type: 'SKIP_WAITING' }

/** How the names of the caches begin in which a service worker keeps the app's own files, one a version. */
export const SHELL_CACHES = 'caravan-shell-'

/** The tag under which a page asks the browser to wake the service worker for what waits (Background Sync). */
export const SYNC_TAG = 'caravan-outbox'

/**
 * What the drain's own script leaves for the service worker that has loaded it: sends what waits, and says whether
 * something is left that may go later.
 */
export interface DrainScope {
  caravanDrain?: () => Promise<'done' | 'left'>
}
