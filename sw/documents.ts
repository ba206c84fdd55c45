import { DOCUMENT_CURRENCY } from '#contract/document.ts'
import { matchLocale } from '#contract/locales.ts'
import { MARKET_CURRENCY } from '#contract/rules/exchange.ts'
import { KEPT_DOCUMENT_AGE, type SwMessage } from '#contract/sw-messages.ts'
import { isScreen } from './routes.ts'

// Documents of public screens, kept with the version of the app that they belong to: a visit that begins there paints
// at once, while the page is still loading its code. They hold nothing about a person.
//
//   visit ──▶ kept document ──▶ the page, which puts the device's rows in its place
//                  ▲                       │
//                  └──── KEEP_DOCUMENT ────┘ once it is idle
//
// At home's address there is always something, the document or else the shell: the browser takes it from the cache by
// itself, before the service worker has been started (routes that are said once, while it is being installed).

/** Where an installed app begins. */
export const HOME = '/'
/** A document takes about 100 kB of the disk. */
const DOCUMENTS_MAX = 12
const KEPT_AT = 'X-Kept-At'
/** What was said of the bytes on their way, which does not hold for the text. */
const OF_THE_BYTES = ['Content-Encoding', 'Content-Length', 'Transfer-Encoding', 'Vary']

type KeepDocument = Extract<SwMessage, { type: 'KEEP_DOCUMENT' }>

const escaped = (text: string): string => text.replace(/[&<>"]/g, (char) => `&#${char.codePointAt(0)};`)

/** The kept document of an address; undefined when there is none. */
export const keptDocument = (cache: Cache, { pathname, search }: URL): Promise<Response | undefined> =>
  cache.match(pathname + search)

/** Puts the shell where home's document is kept. */
export const putShell = (cache: Cache, shell: Response): Promise<void> => cache.put(HOME, shell)

/** Drops the documents in any other language than this, or any other currency; `shell` stands in for home's. */
export async function dropOthers(
  cache: Cache,
  shell: () => Promise<Response>,
  language: string,
  currency?: string,
): Promise<void> {
  for (const key of await documentKeys(cache)) {
    const kept = await cache.match(key)
    if (!kept || isIn(kept, language, currency)) continue
    if (isHome(key)) await putShell(cache, await shell())
    else await cache.delete(key)
  }
}

const isHome = ({ url }: Request): boolean => new URL(url).pathname === HOME

const isIn = ({ headers }: Response, language: string, currency?: string): boolean =>
  // The shell is in none.
  !headers.has(KEPT_AT) || isWritten(headers, language, currency)

const isWritten = (headers: Headers, language: string, currency?: string): boolean =>
  headers.get('Content-Language') === language &&
  (currency === undefined || headers.get(DOCUMENT_CURRENCY) === currency)

/**
 * Fetches a document and keeps it, unless it belongs to another version of the app than the one whose script `isOurs`
 * knows; drops those in another language or currency, and the oldest beyond a number.
 */
export async function keepDocument(
  cache: Cache,
  shell: () => Promise<Response>,
  { address, language, currency, age }: KeepDocument,
  isOurs: (script: string) => boolean,
  now: number,
): Promise<void> {
  await dropOthers(cache, shell, language, currency)
  // As the browser asks by itself, if that is the same: what it has in its own cache then need not come again.
  const asks = matchLocale(navigator.languages) === language
  const named = currency === MARKET_CURRENCY ? '' : `${address.includes('?') ? '&' : '?'}currency=${currency}`
  const answer = await fetch(address + named, asks ? {} : { headers: { 'Accept-Language': language } })
  const text = await answer.text()
  const script = /<script type="module"[^>]* src="([^"]+)"/.exec(text)?.[1]
  if (answer.status !== 200 || !isWritten(answer.headers, language, currency) || !script || !isOurs(script)) return
  const headers = new Headers(answer.headers)
  for (const name of OF_THE_BYTES) headers.delete(name)
  headers.set(KEPT_AT, String(now))
  // Outside of what the page takes over, which shows it once it is old, and removes it.
  const line = `<p id="${KEPT_DOCUMENT_AGE}" data-at="${now}">${escaped(age)}</p>`
  // Put anew, it is the youngest.
  await cache.delete(address)
  await cache.put(
    address,
    new Response(
      text.replace('<body>', () => `<body>${line}`),
      { headers },
    ),
  )
  const keys = (await documentKeys(cache)).filter((key) => !isHome(key))
  for (const key of keys.slice(0, Math.max(0, keys.length + 1 - DOCUMENTS_MAX))) await cache.delete(key)
}

/** The kept documents, oldest first. */
const documentKeys = async (cache: Cache): Promise<readonly Request[]> =>
  (await cache.keys()).filter(({ url }) => isScreen(new URL(url).pathname))
