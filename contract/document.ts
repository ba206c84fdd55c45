import type { LocaleCode } from './text/locales.ts'

// The agreement between the server, the bundle that renders the page's screens (src/entry-server.tsx), the page and its
// worker.

/** The element of a document that holds its data. */
export const DATA_ID = 'document-data'

/** The name of a worker whose page is about to hand over the rows of its document. */
export const WITH_DOCUMENT = 'caravan-with-document'

/** Posted by a worker that could not load a part of itself; only a new worker can (worker/env/load.ts). */
export const LACKS = 'lacks'

/** The header in which a document states the currency of its prices. */
export const DOCUMENT_CURRENCY = 'X-Currency'

/** The name under which a want is looked up: equal wants have equal names. */
export const wantKey = (name: string, params: object): string => `${name} ${JSON.stringify(params)}`

/** A document that may be asked for: equal addresses have equal documents. */
export interface DocumentAddress {
  /** Path and query, without anything that makes no difference to the document. */
  address: string
  /** True: its first screen is rendered. False: it holds only the frame and a skeleton. */
  rendered: boolean
}

/** How the market looks in its documents, and how it describes itself. */
export interface DocumentAppearance {
  /** It differs between any two appearances. */
  version: string
  /** The market's own description, in the document's language; null: the app's description. */
  about: string | null
  /** Its style sheet (contract/appearance/shades.ts); empty: the app's own colours and logo. */
  style: string
  /** The base address of its icons. */
  icons: string
  /** The colour of the browser's own bars by theme; null: the page's ground. */
  bars: { light: string; dark: string } | null
}

export interface DocumentRequest extends DocumentAddress {
  language: LocaleCode
  /** The currency in which prices are shown: the market's, or one that it has a rate for. */
  currency: string
  /** The market's name. */
  market: string
  appearance: DocumentAppearance
  /** The market's own origin; undefined when the operator has not said it. */
  origin: string | undefined
  /** The path of the page's script, by which the page knows its own build. */
  build: string
}

/** Where the rows of a document come from. */
export interface DocumentSource {
  /** Asks the API anonymously. */
  ask(name: string, input: object): Promise<DocumentAnswer>
  /** The server's clock, Unix ms. */
  now(): number
  /** The processor time that this thread has taken (ms). */
  cpu(): number
}
export type DocumentAnswer =
  | { kind: 'accepted'; data: unknown }
  | { kind: 'refused'; refusal: { reason: string } }
  | { kind: 'busy'; retryAfter: number }

/**
 * The files that the page loads to take over a screen, by the pattern of the screen's path: scripts, and texts by
 * language.
 */
export type DocumentFiles = Record<string, { scripts: string[]; texts: Record<string, string[]> }>

/** A document in its parts; each is HTML, `data` is the JSON of the data block. */
export interface RenderedDocument {
  status: 200 | 404
  /** The pattern of the screen's path. */
  screen: string
  dir: 'ltr' | 'rtl'
  head: string
  /** The note that a browser below the baseline shows instead of the screen. */
  note: string
  root: string
  data: string | undefined
}

/** The export `addresses` of the bundle of addresses. */
export interface DocumentAddresses {
  /** Which document an address asks for. */
  documentAt(path: string, search: string): DocumentAddress
}

/** The export `renderer` of the bundle of screens. */
export interface DocumentRenderer {
  /**
   * Renders the document of an address.
   *
   * @throws what a screen throws, and `TooSlow` when rendering alone takes more than `patience` (ms of processor time).
   */
  renderDocument(request: DocumentRequest, source: DocumentSource, patience: number): Promise<RenderedDocument>
}
