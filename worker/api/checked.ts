import type { UserTable } from '#contract/sync/schema-rows.ts'

// The answers of the device check and of the list of the device's bounds: a part of the worker's door (worker-api.ts).

/**
 * How far a check has come: the part of the device, the key there after which it goes on, and how many of all rows and
 * intents it has looked at.
 */
export interface CheckAt {
  part: number
  after: string | number | undefined
  done: number
  of: number
}
/**
 * A kind of damage, and its place: a table and a key, or an intent's id. `repairable`: it can be repaired without loss,
 * from data on this device or at the server.
 */
export interface Issue {
  what: 'shown' | 'marks' | 'stray' | 'missing' | 'sealed' | 'intent' | 'search' | 'fence'
  table: UserTable | 'outbox' | 'meta' | 'segments'
  where: string
  repairable: boolean
}
/**
 * A block that has been looked through: how many rows and intents, what is wrong (the same one may come up more than
 * once), and where to go on; null at the end.
 */
export interface Checked {
  rows: number
  intents: number
  issues: Issue[]
  next: CheckAt | null
}

/**
 * A stored list or table of the device: what it holds, and the most that it may hold; null where nothing is dropped.
 */
export interface DeviceBound {
  name: string
  use: number
  limit: number | null
  unit: 'rows' | 'days'
}
