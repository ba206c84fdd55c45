import { createLoader, fetchAgain, LOAD_LIMIT, once, type LoadChunk } from './load-chunk.ts'

// The built page's loader. The build writes it in place of each import() of a chunk, and in place of Vite's own, which
// forgets a style sheet that failed (scripts/build/load-chunks.ts).

declare global {
  var loadChunk: LoadChunk
}

/** The text of a script of this build; a captive portal's page is none. */
async function fetchText(file: string): Promise<string> {
  const response = await fetch(new URL(file, import.meta.url), { signal: AbortSignal.timeout(LOAD_LIMIT) })
  if (!response.ok || !/javascript/.test(response.headers.get('Content-Type') ?? '')) throw response
  return response.text()
}

globalThis.loadChunk = createLoader({
  fetch: fetchText,
  import: (file) => import(/* @vite-ignore */ file),
  named: () => [...document.querySelectorAll('link[rel=modulepreload]')].map((link) => nameOf(link as HTMLLinkElement)),
})
const nameOf = ({ href }: HTMLLinkElement): string => `.${href.slice(href.lastIndexOf('/'))}`

const sheets = new Map<string, Promise<unknown>>()

const linkSheet = (href: string): Promise<unknown> =>
  new Promise((resolve, reject) => {
    const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', crossOrigin: '', href })
    link.addEventListener('load', resolve)
    link.addEventListener('error', (event) => {
      link.remove()
      reject(event)
    })
    document.head.append(link)
  })

/** Has the document use a style sheet, unless it does already. */
const useSheet = (file: string): Promise<unknown> =>
  once(sheets, file, async () => {
    const href = `/${file}`
    if (document.querySelector(`link[rel=stylesheet][href="${href}"]`)) return
    await fetchAgain(() => linkSheet(href))
  })

/**
 * Loads a chunk and its style sheets.
 *
 * @throws ChunkFailed
 */
export const loadWith = async <T>(load: () => Promise<T>, files: readonly string[]): Promise<T> =>
  (await Promise.all([load(), ...files.map(useSheet)]))[0]
