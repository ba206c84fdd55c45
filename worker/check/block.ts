import type { Issue } from '../api/checked.ts'

/** The findings of one block of a check. `after`: the last key of the block, undefined at the end of its part. */
export interface CheckedBlock {
  rows: number
  intents: number
  issues: Issue[]
  after: string | number | undefined
}
