import { readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { mutantText, type Change, type Mutant } from '../../scripts/mutation/report.ts'
import { ask } from './ask.ts'
import { observing } from './planted/observing.ts'
import { changed } from './planted/source-edits.ts'

/** The result of one mutant in the simulation. */
interface Verdict {
  mutant: Mutant
  /** After how many histories it was found; undefined when it was not. */
  after: number | undefined
  histories: number
  /** The invariants that saw it; `bug` when something was thrown, `break` when the run itself did not go on. */
  by: string
}

const root = new URL('../../', import.meta.url)

/** Whether a mutant can be loaded beside what every run observes, and is still a program. */
export function canBeGiven(mutant: Change): boolean {
  const source = readFileSync(new URL(mutant.file, root), 'utf8')
  try {
    stripTypeScriptTypes(changed(mutant.file, source, observing, mutant))
    return true
  } catch {
    // Either an edit of the observers no longer fits, or it is no TypeScript: another mutant is drawn.
    return false
  }
}

async function tryOne(mutant: Mutant, seed: number, most: number): Promise<Verdict> {
  let histories = 0
  let after: number | undefined
  const by = new Set<string>()
  const { file, start, end, replacement } = mutant
  try {
    await ask(
      { from: seed, count: most, step: 1, mutant: { file, start, end, replacement }, failures: 1, shrinks: false },
      (message) => {
        if (message.type !== 'history') return
        histories += 1
        if (message.outcome.violations.length === 0) return
        after = histories
        for (const v of message.outcome.violations) by.add(v.id)
      },
    )
  } catch (error) {
    after = histories + 1
    by.add(`break: ${String(error).replace(/\s+/g, ' ').slice(0, 90)}`)
  }
  return { mutant, after, histories, by: [...by].sort().join(' ') }
}

/** Gives mutants to the simulation, two at a time; each ends with its first violation. Prints the table as it grows. */
export async function tryMutants(mutants: readonly Mutant[], seed: number, most: number): Promise<void> {
  const waiting = [...mutants]
  const all: Verdict[] = []
  const work = async (): Promise<void> => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const verdict = await tryOne(next, seed, most)
      all.push(verdict)
      const { after, histories, by } = verdict
      const found = after === undefined ? `✗ not in ${histories}` : `✓ after ${after}`
      console.log(`${found.padEnd(14)} ${mutantText(next)}${by && `  (${by})`}`)
    }
  }
  await Promise.all([work(), work()])
  const found = all.filter((v) => v.after !== undefined)
  const files = Map.groupBy(all, (v) => v.mutant.file)
  console.log(
    [...files]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([file, of]) => `  ${file}: ${of.filter((v) => v.after !== undefined).length} of ${of.length}`)
      .join('\n'),
  )
  console.log(`the simulation found ${found.length} of ${all.length} mutants within ${most} histories each`)
}
