import { mkdir, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { equivalents, withoutEquivalents } from './mutation/equivalent.ts'
import {
  isByTheClock,
  isCounted,
  isSurvivor,
  mutantKey,
  rangesOf,
  scoreOf,
  mutantText,
  type Mutant,
} from './mutation/report.ts'
import { mutationRooms, type RoomName } from './mutation/rooms.ts'
import { runStryker } from './mutation/stryker.ts'
import { refusedByTypes } from './mutation/types.ts'

// `npm run mutation -- [room …] [--unit]`: changes the code of a room in small ways, one at a time, and sees whether a
// test notices. The tests beside the code judge first; what survives them goes to the type check, then to the other
// unit tests, then to the journeys (not with --unit). Results are kept in .cache/mutation, so that the next run judges
// only what has changed.

const root = fileURLToPath(new URL('..', import.meta.url))
const cache = `${root}.cache/mutation`
const rooms = Object.keys(mutationRooms) as RoomName[]
const unitOnly = process.argv.includes('--unit')
const asked = process.argv.slice(2).filter((arg) => arg !== '--unit')
const unknown = asked.filter((name) => !rooms.includes(name as RoomName))
if (unknown.length > 0) throw new Error(`no room is called ${unknown.join(', ')}; there are ${rooms.join(', ')}`)

/** Lets a group of tests judge. What hangs only by the clock is judged again, alone: a busy machine is no proof. */
async function judge(name: string, tests: readonly string[], mutate: readonly string[]): Promise<Mutant[]> {
  const mutants = await runStryker(root, cache, { name, tests, mutate, alone: false })
  const slow = mutants.filter(isByTheClock)
  if (slow.length === 0) return mutants
  const alone = await runStryker(root, cache, { name: `${name}.alone`, tests, mutate: rangesOf(slow), alone: true })
  const again = new Map(alone.map((m) => [mutantKey(m), m]))
  return mutants.map((m) => (isByTheClock(m) ? (again.get(mutantKey(m)) ?? m) : m))
}

/** The mutants of a room after all its judges. */
async function judgeRoom(name: RoomName): Promise<Mutant[]> {
  const { mutate, judges } = mutationRooms[name]
  const [near, ...others] = judges
  let mutants = await judge(`${name}.${near.name}`, near.tests, mutate)
  const unlisted = (m: Mutant): boolean => isSurvivor(m) && isCounted(withoutEquivalents([m], equivalents).mutants[0]!)
  const refused = await refusedByTypes(root, `${cache}/tree`, mutants.filter(unlisted))
  mutants = mutants.map((m) => (refused.has(m) ? { ...m, status: 'CompileError' } : m))
  for (const { name: group, tests } of others) {
    const left = mutants.filter(unlisted)
    if (left.length === 0 || (unitOnly && group === 'journeys')) break
    const judged = new Map((await judge(`${name}.${group}`, tests, rangesOf(left))).map((m) => [mutantKey(m), m]))
    mutants = mutants.map((m) => (isSurvivor(m) ? (judged.get(mutantKey(m)) ?? m) : m))
  }
  return mutants
}

await mkdir(cache, { recursive: true })
const lines: string[] = []
let stale: string[] = []
for (const room of asked.length > 0 ? (asked as RoomName[]) : rooms) {
  const since = performance.now()
  const judged = withoutEquivalents(await judgeRoom(room), equivalents)
  stale = [...stale, ...judged.stale]
  const { mutants } = judged
  await writeFile(`${cache}/${room}.json`, JSON.stringify(mutants))
  const counted = mutants.filter(isCounted)
  const survivors = counted.filter(isSurvivor)
  for (const m of survivors) console.log(`survived: ${mutantText(m)}`)
  const having = (status: string): number => mutants.filter((m) => m.status === status).length
  lines.push(
    `${room.padEnd(8)} ${String(counted.length).padStart(5)} mutants ${String(survivors.length).padStart(4)} survived ` +
      `${scoreOf(mutants).toFixed(1).padStart(6)} %  (hang ${having('Timeout')}; not counted: ` +
      `${having('CompileError')} do not compile, ${having('RuntimeError')} do not load, ${having('Equivalent')} change nothing)  ` +
      `${((performance.now() - since) / 60_000).toFixed(1)} min`,
  )
  console.log(lines.at(-1))
}
if (lines.length > 1) console.log(lines.join('\n'))
for (const entry of stale) console.log(`not true any more in scripts/mutation/equivalent.ts: ${entry}`)
process.exit(stale.length > 0 ? 1 : 0)
