import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import {
  DATA_ID,
  DOCUMENT_CURRENCY,
  type DocumentAddress,
  type DocumentFiles,
  type DocumentRenderer,
  type DocumentRequest,
  type DocumentSource,
  type RenderedDocument,
} from '#contract/document.ts'
import type { Stated } from '#contract/registry.ts'
import { MARKET_CURRENCY } from '#contract/rules/exchange.ts'
import { fallbackLocale, locales, type LocaleCode } from '#contract/locales.ts'
import { encodingFor } from './accepts.ts'
import { encode } from './compress.ts'
import { policyWith } from './headers.ts'
import type { KeptPage, MadePage, PageCache } from './page-cache.ts'

// The documents of the page: the built index.html with the first screen in it, rendered by the page's own bundle. They
// hold nothing about a person, and depend on the address, the language and the currency alone.

/** What the build writes into tags that load the worker's code, which comes after the screen's. */
const OF_WORKER = 'data-for="worker"'
/** A document that takes more processor time to render (ms) is answered as the shell. */
const PATIENCE = 200
/** A document is compressed once for each time that it is rendered: well, and in a few milliseconds. */
const QUALITY = 5

export interface DocumentOptions {
  build: DocumentBuild
  /** The market's own origin, for links that lead here from elsewhere. */
  origin: string | undefined
  cache: PageCache
  source: DocumentSource
}

export interface Documents {
  /**
   * The document of an address in a language; undefined when it could not be rendered: the shell then loads the screen
   * by itself.
   */
  answer(request: Request, language: LocaleCode): Promise<Response | undefined>
}

/** One style sheet of the build: its text, its hash for the policy, and the classes by which it is needed. */
interface Sheet {
  text: string
  hash: string
  classes: RegExp | undefined
  /** Tells the page's loader of styles that they are here; the browser loads nothing for it. */
  link: string
}

/** What documents are made of. */
export interface DocumentBuild {
  renderer: DocumentRenderer
  script: string
  /** The head of index.html without its styles and scripts, and what is loaded after the screen. */
  head: string
  scripts: string
  files: DocumentFiles
  sheets: Sheet[]
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('base64')

function sheetOf(file: string, text: string, always: boolean): Sheet {
  // The names that the build gave to the classes of modules: _name_hash_line.
  const names = [...new Set([...text.matchAll(/\.(_[\w-]+)/g)].map((match) => match[1]!))]
  return {
    text,
    hash: `'sha256-${sha256(text)}'`,
    classes: always || names.length === 0 ? undefined : new RegExp(`[" ](?:${names.join('|')})[" ]`),
    link: `<link rel="stylesheet" href="${file}" disabled>`,
  }
}

/** Reads the built page in this folder; undefined when there is none. */
export async function readDocumentBuild(root: string): Promise<DocumentBuild | undefined> {
  const bundle = `${root}/server/document.js`
  if (!existsSync(bundle)) return undefined
  const html = readFileSync(`${root}/index.html`, 'utf8')
  const head = /<head>([\s\S]*)<\/head>/.exec(html)![1]!
  const tags = [...head.matchAll(/<(?:script|link)[^>]*>(?:<\/script>)?/g)].map((match) => match[0])
  const isStyle = (tag: string): boolean => tag.includes('rel="stylesheet"')
  const isScript = (tag: string): boolean => tag.startsWith('<script') || tag.includes('rel="modulepreload"')
  const replaced = [
    ...tags.filter((tag) => isStyle(tag) || isScript(tag)),
    /<title>[^<]*<\/title>/.exec(head)![0],
    /<meta name="description"[^>]*>/.exec(head)![0],
  ]
  const linked = tags.filter(isStyle).map((tag) => /href="([^"]+)"/.exec(tag)![1]!)
  const scripts = tags.filter((tag) => isScript(tag) && !tag.includes(OF_WORKER))
  const styles = readdirSync(`${root}/assets`)
    .filter((name) => name.endsWith('.css'))
    .map((name) => `/assets/${name}`)
  const files = JSON.parse(readFileSync(`${root}/server/files.json`, 'utf8')) as DocumentFiles
  const { renderer } = (await import(pathToFileURL(bundle).href)) as { renderer: DocumentRenderer }
  return {
    renderer,
    script: /src="([^"]+)"/.exec(scripts.find((tag) => tag.startsWith('<script'))!)![1]!,
    head: replaced
      .reduce((rest, tag) => rest.replace(tag, ''), head)
      .replace(/\n\s*\n/g, '\n')
      .trim(),
    // After the screen, so that nothing is asked for before it is there; the worker waits for the page.
    scripts: scripts.map((tag) => tag.replace(/ (src|href)=/, ' fetchpriority="low" $1=')).join(''),
    files,
    sheets: [...linked, ...styles.filter((file) => !linked.includes(file))].map((file) =>
      sheetOf(file, readFileSync(`${root}${file}`, 'utf8').trim(), linked.includes(file)),
    ),
  }
}

/** The language that an address names, if it is one of ours. */
const languageIn = (query: URLSearchParams): LocaleCode | undefined =>
  locales.find((locale) => locale.code === query.get('lang'))?.code

/** A currency that an address may name. */
const CURRENCY = /^[A-Z]{3,5}$/

/** The currency that an address names, if the market has a rate for it; else the market's own. */
async function currencyIn(query: URLSearchParams, source: DocumentSource): Promise<string> {
  const named = query.get('currency') ?? ''
  if (!CURRENCY.test(named)) return MARKET_CURRENCY
  const answer = await source.ask('catalogue.rates', {})
  const rates = answer.kind === 'accepted' ? (answer.data as Stated<'catalogue.rates'>).rates : []
  return rates.some((rate) => rate.currency === named) ? named : MARKET_CURRENCY
}

function htmlOf(build: DocumentBuild, page: RenderedDocument, language: LocaleCode, sheets: readonly Sheet[]): string {
  const own = build.files[page.screen]
  const scripts = [...(own?.scripts ?? []), ...(own?.texts[language] ?? [])]
  const preloads = scripts.map((file) => `<link rel="modulepreload" crossorigin fetchpriority="low" href="${file}">`)
  const data = page.data === undefined ? '' : `<script type="application/json" id="${DATA_ID}">${page.data}</script>`
  return [
    `<!doctype html><html lang="${language}" dir="${page.dir}"><head>${build.head}${page.head}`,
    ...sheets.map((sheet) => `<style>${sheet.text}</style>${sheet.link}`),
    `</head><body><div id="root">${page.root}</div>${data}${build.scripts}${preloads.join('')}</body></html>`,
  ].join('')
}

/** What a document depends on. */
type DocumentOf = DocumentAddress & Pick<DocumentRequest, 'language' | 'currency'>

/** Renders the documents of a build. */
export function createDocuments({ build, origin, cache, source }: DocumentOptions): Documents {
  let failures = 0
  const render = async (of: DocumentOf) => {
    const page = await build.renderer.renderDocument({ ...of, origin, build: build.script }, source, PATIENCE)
    const sheets = build.sheets.filter((sheet) => sheet.classes === undefined || sheet.classes.test(page.root))
    return { page, sheets, html: htmlOf(build, page, of.language, sheets) }
  }
  /** The document as it is kept, plain. */
  const make = async (of: DocumentOf): Promise<MadePage> => {
    const { page, sheets, html } = await render(of)
    return {
      body: new TextEncoder().encode(html),
      status: page.status,
      headers: {
        'Content-Type': 'text/html; charset=utf-8',
        'Content-Language': of.language,
        [DOCUMENT_CURRENCY]: of.currency,
        'Content-Security-Policy': policyWith(sheets.map((sheet) => sheet.hash)),
      },
    }
  }
  const kept = async (of: DocumentOf, encoding: 'br' | 'gzip' | undefined): Promise<KeptPage | undefined> => {
    // A screen's address may be another's with less in it: a person's own list is the frame of the list.
    const plain = () => cache.page('document', of, () => make(of))
    if (!encoding) return plain()
    return cache.page(`document ${encoding}`, of, async () => {
      const page = (await plain())!
      return {
        ...page,
        body: new Uint8Array(await encode(page.body, encoding, QUALITY)),
        headers: { ...page.headers, 'Content-Encoding': encoding },
      }
    })
  }
  // The first rendering is slow, because its code has never run: that is for nobody to wait for.
  const first = { ...build.renderer.documentAt('/', ''), language: fallbackLocale, currency: MARKET_CURRENCY }
  const warm = render(first).catch(() => undefined)
  return {
    async answer(request, accepted) {
      const { pathname, search, searchParams } = new URL(request.url)
      const language = languageIn(searchParams) ?? accepted
      const encoding = encodingFor(request.headers.get('Accept-Encoding'))
      await warm
      const at = build.renderer.documentAt(pathname, search)
      try {
        const currency = at.rendered ? await currencyIn(searchParams, source) : MARKET_CURRENCY
        const page = await kept({ ...at, language, currency }, encoding)
        return page && respond(page, request.headers.get('If-None-Match'))
      } catch (error) {
        console.error(`The document of ${pathname} was not rendered (${++failures} since the start):`, error)
        return undefined
      }
    },
  }
}

function respond({ body, etag, status, headers }: KeptPage, known: string | null): Response {
  const all = { ...headers, ETag: etag, Vary: 'Accept-Encoding, Accept-Language', 'Cache-Control': 'no-cache' }
  return known === etag
    ? new Response(null, { status: 304, headers: all })
    : new Response(body, { status: status ?? 200, headers: all })
}
