import type { UserTable } from '#contract/schema/rows.ts'

// What the device check and the list of the device's bounds answer: a part of the worker's door (api.ts).

/**
 * How far a check has come: which part of the device, behind which key there; how much has been looked at, of how much.
 */
export interface CheckAt {
  part: number
  after: string | number | undefined
  done: number
  of: number
}
/**
 * What does not fit, and where: a table and a key, or an intent's id. `repairable`: without loss, from what is here or
 * at the server.
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
