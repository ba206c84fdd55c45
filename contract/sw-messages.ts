/** The service worker's fixed address (spec §7): a classic script whose scope is the whole site. */
export const SW_PATH = '/sw.js'

/**
 * The messages to a service worker, from a page or from another version of it.
 *
 * - `SKIP_WAITING` goes to `registration.waiting` when the person agreed to the update ("Update Now"): the new version
 *   takes over, every open page hears `controllerchange` and reloads. A page that had no controller when it was loaded
 *   must not reload on its first `controllerchange`: that is only the first version taking charge.
 * - `GIVE_WAY` goes from the version that takes over to the one in charge, whose unfinished work it would wait for.
 * - `KEEP_SHELL`: everything that a start does not need and that is not kept yet is fetched: the texts in the language
 *   of this device; with `screens`, the code of all other screens; with `person` (somebody is signed in), the files
 *   that only they can use.
 * - `KEEP_DOCUMENT`: a later visit that begins at this address of a public screen shows its document at once, until the
 *   device's own rows are read. Documents in another language or currency than these are dropped. `age` says, in that
 *   language, when it was made. `market`: the market's currency; absent from an older page.
 * - `KEEP_PICTURES`: these pictures (paths) have been shown; those that did not come through the service worker it
 *   takes over from the browser's own cache. With `bytes`, they may never have been shown: they are fetched, as far as
 *   no size of them is here, until so many bytes have come.
 * - `KEEP_APPEARANCE`: the market looks like this now. A shell that shows it otherwise is fetched again, and
 *   documents that do are dropped.
 * - `SAVE_DATA`: whether data is to be saved on this device, until a page says otherwise: pictures then come a size
 *   smaller, and of the shell only what a start needs is kept ahead.
 */
export type SwMessage =
  | { type: 'SKIP_WAITING' }
  | { type: 'GIVE_WAY' }
  | { type: 'KEEP_PICTURES'; paths: string[]; bytes?: number }
  | { type: 'KEEP_APPEARANCE'; version: string }
  | { type: 'SAVE_DATA'; on: boolean }
  | { type: 'KEEP_SHELL'; language: string; screens: boolean; person: boolean }
  | { type: 'KEEP_DOCUMENT'; address: string; language: string; currency: string; market?: string; age: string }

/** The beginning of the names of the caches in which a service worker keeps the app's own files, one per version. */
export const SHELL_CACHES = 'caravan-shell-'

/**
 * The cache of the records that service workers of all versions and the page share: answers under the addresses below.
 */
export const SHELL_RECORDS = 'caravan-shells'
/** The language of this device, written by the page. */
export const LANGUAGE_RECORD = '/language'
/** Whether anybody has signed in on this device ("person") or not yet ("guest"), written by the page. */
export const CIRCLE_RECORD = '/circle'

/** Whether data is saved on this device, written by the service worker. */
export const SAVER_RECORD = '/saver'

/** The element in which a kept document says its age; the page removes it when the device's rows are there. */
export const KEPT_DOCUMENT_AGE = 'kept-document-age'

/** The tag under which a page asks the browser to wake the drain for what waits (Background Sync). */
export const SYNC_TAG = 'caravan-outbox'

/** Where the drain is in charge, beside its script: no page is there, so that it only ever sends. */
export const DRAIN_SCOPE = '/assets/drain/'
