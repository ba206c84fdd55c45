import type { CatalogueDb } from '#localdb/open.ts'
import type { Env } from '../env/env.ts'
import type { Exchange } from '../session/session.ts'

/** What the catalogue's modules need of the device. */
export interface CatalogueAccess {
  env: Env
  catalogue(): Promise<CatalogueDb>
  exchange: Exchange
  /** Drops what can be fetched again. */
  freeSpace(): Promise<void>
  isVisible(): boolean
}
