import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { isCounted, isDetected, mutantKey, rangesOf, readReport, scoreOf, type Mutant } from './mutation/report.ts'
import { mutationRooms, type MutationRoom } from './mutation/rooms.ts'

// `npm run mutation -- [room …]`: changes the code of a room in small ways, one at a time, and sees whether a test
// notices. Unit tests judge first; what survives them is judged by the journeys. Results are kept in .cache/mutation,
// so that the next run judges only what has changed.

const root = fileURLToPath(new URL('..', import.meta.url))
const cache = `${root}.cache/mutation`
const rooms = Object.keys(mutationRooms) as MutationRoom[]
const asked = process.argv.slice(2)
const unknown = asked.filter((name) => !rooms.includes(name as MutationRoom))
if (unknown.length > 0) throw new Error(`no room is called ${unknown.join(', ')}; there are ${rooms.join(', ')}`)

type Judge = 'unit' | 'journeys'

/** Runs Stryker over some patterns with one kind of test, and returns every mutant with its status. */
async function judge(room: MutationRoom, by: Judge, mutate: readonly string[]): Promise<Mutant[]> {
  const report = `${cache}/${room}.${by}.json`
  const config = `${cache}/${room}.${by}.config.json`
  await writeFile(
    config,
    JSON.stringify({
      testRunner: 'vitest',
      plugins: ['@stryker-mutator/vitest-runner'],
      vitest: { configFile: 'scripts/mutation/vitest.config.ts', related: true },
      mutate: [...mutate, '!**/*.test.ts'],
      coverageAnalysis: 'perTest',
      // The tests run without a type check, as they do in `npm test`.
      disableTypeChecks: false,
      concurrency: 2,
      // A busy machine is no proof: only what hangs counts as noticed.
      timeoutMS: 60_000,
      incremental: true,
      incrementalFile: `${cache}/${room}.${by}.incremental.json`,
      tempDirName: '.cache/stryker',
      ignorePatterns: ['.cache', 'dist', 'data'],
      reporters: ['json', 'progress-append-only'],
      jsonReporter: { fileName: report },
    }),
  )
  const stryker = `${root}node_modules/@stryker-mutator/core/bin/stryker.js`
  const child = spawn(process.execPath, [stryker, 'run', config], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, MUTATION_JUDGE: by },
  })
  const [code] = (await once(child, 'exit')) as [number | null]
  if (code !== 0 || !existsSync(report)) throw new Error(`${room}: Stryker ended with ${code} and no report`)
  return readReport(report)
}

/** The mutants of a room after both kinds of tests. */
async function judgeRoom(room: MutationRoom): Promise<Mutant[]> {
  const first = await judge(room, 'unit', mutationRooms[room])
  const left = first.filter((m) => isCounted(m) && !isDetected(m))
  if (left.length === 0) return first
  const second = new Map((await judge(room, 'journeys', rangesOf(left))).map((m) => [mutantKey(m), m]))
  return first.map((m) => (isDetected(m) ? m : (second.get(mutantKey(m)) ?? m)))
}

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').slice(0, 70)

await mkdir(cache, { recursive: true })
const lines: string[] = []
for (const room of asked.length > 0 ? (asked as MutationRoom[]) : rooms) {
  const since = performance.now()
  const mutants = await judgeRoom(room)
  await writeFile(`${cache}/${room}.json`, JSON.stringify(mutants))
  const counted = mutants.filter(isCounted)
  const survivors = counted.filter((m) => !isDetected(m))
  for (const m of survivors)
    console.log(
      `${m.file}:${m.start.line}:${m.start.column} ${m.mutator}: ${oneLine(m.original)} → ${oneLine(m.replacement)}`,
    )
  lines.push(
    `${room.padEnd(8)} ${String(counted.length).padStart(5)} mutants ${String(survivors.length).padStart(4)} survived ` +
      `${scoreOf(mutants).toFixed(1).padStart(6)} %  ${((performance.now() - since) / 60_000).toFixed(1)} min`,
  )
}
console.log(lines.join('\n'))
