import type { WantOutcome } from '../api/worker-api.ts'
import type { Env } from '../env/env.ts'
import type { Ask } from './feed.ts'

/** The way to the server. */
export interface CatalogueWay {
  env: Env
  ask: Ask
  follow(within: number): Promise<WantOutcome>
}
/** The result of a read: rows to write, with where the catalogue's changes stood before them, or how it ended. */
export type Got =
  | { kind: 'rows'; data: unknown; since: string | undefined }
  | Exclude<WantOutcome, { kind: 'fresh' }>
  | { kind: 'fresh' }

/** Reads that are answered with the ids alone on a device that has their rows. */
export type Brief = 'catalogue.products' | 'search.products' | 'catalogue.home'
