import type { DocumentAddress, DocumentAnswer, DocumentRequest } from '#contract/document.ts'
import type { DocumentBuild } from './build.ts'
import type { MadePage } from '../http/page/cache.ts'

// The messages between the market and the thread that renders its documents. The market sends one order at a time, and
// the thread asks it for the rows.
//
//   market ── order ──▶ thread ── ask ──▶ market ── answer ──▶ thread … made | failed ──▶ market

/** The inputs on which a document depends. */
export type DocumentOf = DocumentAddress & Pick<DocumentRequest, 'language' | 'currency' | 'market' | 'appearance'>

/** A document to render. */
export interface RenderOrder {
  of: DocumentOf
  /** The encoding in which it goes out; undefined: plain. */
  encoding: 'br' | 'gzip' | undefined
  /** The market's clock, Unix ms. */
  at: number
}

/** The data with which a thread is started. */
export interface Beginning {
  build: DocumentBuild
  /** The market's own origin, for links that lead here from elsewhere. */
  origin: string | undefined
}

export type ToRenderer =
  | { kind: 'order'; order: RenderOrder }
  | { kind: 'answer'; id: number; answer: DocumentAnswer }
  | { kind: 'broken'; id: number; error: string }
export type FromRenderer =
  | { kind: 'ask'; id: number; name: string; input: object }
  | { kind: 'made'; page: Exclude<MadePage, string> }
  | { kind: 'failed'; error: string }

/** An error as it goes from one to the other: for the log. */
export const errorText = (error: unknown): string =>
  error instanceof Error ? (error.stack ?? error.message) : String(error)
