import type { Change } from '#contract/sync/schema-changes.ts'
import type { UserDb } from '#localdb/open.ts'
import type { Env } from '../../env/env.ts'
import type { Vault } from '../sealing.ts'
import type { Credentials, Wire } from '../../wire/wire.ts'
import type { Fence } from '../fence.ts'

export interface SenderDeps {
  env: Env
  db: UserDb
  fence: Fence
  vault: Vault
  wire: Wire
  base: string
  /** Undefined while there is no live session: then everything is held. */
  credentials(): Promise<Credentials | undefined>
  /** Notes each exchange: whether the server was reached; after a pull, whether only a newer app can read the feed. */
  contact(reached: boolean, updateNeeded?: boolean): Promise<void>
  /** The server no longer knows the token of this speaker; `deleted`: nor the account. */
  sessionGone(speaker: Credentials, deleted?: boolean): Promise<void>
  /** Set at a desk: the member under whose token it sends. Everything that it sends, files too, is the store's. */
  sender?: string
  /** Set at a desk: called when the server says that the membership has ended. */
  ended?(): Promise<void>
  visible(): boolean
  /** Rows may have come whose products must be fetched: those of a pull, or these of a push's answer. */
  pulled(answered?: readonly Change[]): void
}
