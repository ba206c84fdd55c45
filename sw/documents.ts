import { APPEARANCE } from '#contract/appearance/header.ts'
import { DOCUMENT_CURRENCY } from '#contract/document.ts'
import { matchLocale } from '#contract/text/locales.ts'
import { FIRST_CURRENCY } from '#contract/currencies/exchange.ts'
import { OLD_MS } from '#contract/freshness.ts'
import { KEPT_DOCUMENT_AGE, type SwMessage } from '#contract/sw-messages.ts'
import { isScreen } from './routes.ts'

// Documents of public screens, kept with the version of the app that they belong to: a visit that begins there paints
// at once, while the page is still loading its code. They hold nothing about a person.
//
//   visit ──▶ kept document ──▶ the page, which puts the device's rows in its place
//                  ▲                       │
//                  └──── KEEP_DOCUMENT ────┘ once it is idle

/** A document takes about 100 kB of the disk. */
const DOCUMENTS_MAX = 12
const KEPT_AT = 'X-Kept-At'
/** Headers about the encoded bytes in transit, which do not hold for the stored text. */
const OF_THE_BYTES = ['Content-Encoding', 'Content-Length', 'Transfer-Encoding', 'Vary']

type KeepDocument = Extract<SwMessage, { type: 'KEEP_DOCUMENT' }>

const escaped = (text: string): string => text.replace(/[&<>"]/g, (char) => `&#${char.codePointAt(0)};`)
const [HIDE, SHOW] = ['<!--kept ', ' kept-->']

/** The kept document of an address, with its age when it is old; undefined when there is none. */
export async function keptDocument(
  cache: Cache,
  { pathname, search }: URL,
  now: number,
): Promise<Response | undefined> {
  const kept = await cache.match(pathname + search)
  if (!kept || now - Number(kept.headers.get(KEPT_AT)) <= OLD_MS) return kept
  const text = await kept.text()
  return new Response(text.replace(HIDE, '').replace(SHOW, ''), { headers: kept.headers })
}

/** The headers that identify an answer: its language, its currency, and the appearance of the market that it shows. */
type Of = Readonly<Record<string, string>>
export const inLanguage = (language: string): Of => ({ 'Content-Language': language })

/** Drops the documents that are of anything else. */
export async function dropOthers(cache: Cache, of: Of): Promise<void> {
  for (const key of await documentKeys(cache)) {
    const kept = await cache.match(key)
    if (!kept || !isOf(kept, of)) await cache.delete(key)
  }
}

const isOf = ({ headers }: Response, of: Of): boolean =>
  Object.entries(of).every(([name, value]) => headers.get(name) === value)

/** The page's script in a document or the shell. */
const scriptIn = (html: string): string => /<script type="module"[^>]* src="([^"]+)"/.exec(html)?.[1] ?? ''

/**
 * Drops the documents that show the market as it looked before, and fetches the shell, kept as `shell`, anew where it
 * does; not the one of another version of the app.
 */
export async function keepAppearance(
  cache: Cache,
  version: string,
  shell: string,
  isOurs: (script: string) => boolean,
): Promise<void> {
  const of = { [APPEARANCE]: version }
  await dropOthers(cache, of)
  const kept = await cache.match(shell, { ignoreVary: true })
  if (!kept || isOf(kept, of)) return
  const answer = await fetch('/index.html', { cache: 'no-cache' })
  const copy = answer.clone()
  if (answer.ok && isOurs(scriptIn(await answer.text()))) await cache.put(shell, copy)
}

/**
 * Fetches a document and keeps it, unless it belongs to another version of the app than the one whose script `isOurs`
 * knows; drops those in another language or currency, and the oldest beyond a number.
 */
export async function keepDocument(
  cache: Cache,
  { address, language, currency, market = FIRST_CURRENCY, age }: KeepDocument,
  isOurs: (script: string) => boolean,
  now: number,
): Promise<void> {
  const of = { ...inLanguage(language), [DOCUMENT_CURRENCY]: currency }
  await dropOthers(cache, of)
  // As the browser asks by itself, if that is the same: what it has in its own cache then need not come again.
  const asks = matchLocale(navigator.languages) === language
  const named = currency === market ? '' : `${address.includes('?') ? '&' : '?'}currency=${currency}`
  const answer = await fetch(address + named, asks ? {} : { headers: { 'Accept-Language': language } })
  const text = await answer.text()
  if (answer.status !== 200 || !isOf(answer, of) || !isOurs(scriptIn(text))) return
  const headers = new Headers(answer.headers)
  for (const name of OF_THE_BYTES) headers.delete(name)
  headers.set(KEPT_AT, String(now))
  // Outside of what the page takes over, which removes it.
  const line = `${HIDE}<p id="${KEPT_DOCUMENT_AGE}">${escaped(age)}</p>${SHOW}`
  // Put anew, it is the youngest.
  await cache.delete(address)
  await cache.put(
    address,
    new Response(
      text.replace('<body>', () => `<body>${line}`),
      { headers },
    ),
  )
  const keys = await documentKeys(cache)
  for (const key of keys.slice(0, Math.max(0, keys.length - DOCUMENTS_MAX))) await cache.delete(key)
}

/** The kept documents, oldest first. */
const documentKeys = async (cache: Cache): Promise<readonly Request[]> =>
  (await cache.keys()).filter(({ url }) => isScreen(new URL(url).pathname))
