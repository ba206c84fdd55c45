import { PUSH_INTENTS_MAX } from '#contract/sync/schema.ts'
import type { OpenedFile } from './send-piece.ts'

/** The sender's work that is due, and how it has been going. */
export interface Schedule {
  push: boolean
  pull: boolean
  /** Positions to which the feed has risen, according to pokes: a pull is needed unless the device stands there. */
  poked: Set<string>
  /** The server was restored from an older backup: nothing is sent until it has been pulled and asked what it lost. */
  restored: boolean
  /**
   * Files: whether some wait, which of them is under way, how often sending failed in a row, and the time before which
   * none of them is tried (Unix ms).
   */
  files: { wait: boolean; opened: OpenedFile | undefined; failures: number; notBefore: number }
  failures: number
  /** Nothing is tried before this time (Unix ms). */
  notBefore: number
  /** When an intent that waits may go (Unix ms). */
  nextAt: number
  /** The largest number of intents in a batch. */
  limit: number
  /** When the server is asked although the device reports no network (Unix ms); Infinity while it reports one. */
  offlineTryAt: number
  /** Something got through although the device reported no network: the report is ignored until the next failure. */
  offlineOverride: boolean
}

/** A schedule on which everything is due. */
export const newSchedule = (): Schedule => ({
  push: true,
  pull: true,
  poked: new Set(),
  restored: false,
  files: { wait: true, opened: undefined, failures: 0, notBefore: 0 },
  failures: 0,
  notBefore: 0,
  nextAt: Infinity,
  limit: PUSH_INTENTS_MAX,
  offlineTryAt: Infinity,
  offlineOverride: false,
})
