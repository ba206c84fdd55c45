import type { CatalogueDb } from '#localdb/open.ts'
import type { Env } from '../env/env.ts'
import type { Exchange } from '../session/session.ts'

/** The parts of the device that the catalogue's modules use. */
export interface CatalogueAccess {
  env: Env
  catalogue(): Promise<CatalogueDb>
  exchange: Exchange
  /** Drops data that can be fetched again. */
  freeSpace(): Promise<void>
  isVisible(): boolean
}
