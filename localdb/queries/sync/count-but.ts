import type { IntentRow, IntentState } from '../../rows/intents.ts'
import type { ReadTable } from '../../read.ts'

/**
 * How many intents are in any state but these. The index counts each state by itself, at once; a count of several
 * together walks over every row. What moves from one state to another meanwhile is neither missed nor counted twice.
 */
export async function countBut(outbox: ReadTable<IntentRow>, states: readonly IntentState[]): Promise<number> {
  const [all = 0, ...others] = await Promise.all([
    outbox.count(),
    ...states.map((state) => outbox.where('state').equals(state).count()),
  ])
  return others.reduce((left, some) => left - some, all)
}
