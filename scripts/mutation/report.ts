import { readFileSync } from 'node:fs'

/** A place in a source file; lines and columns count from 1. */
export interface Place {
  line: number
  column: number
}

/** The piece of source that a mutant replaces. */
export interface Change {
  /** From the project's root. */
  file: string
  start: Place
  end: Place
  replacement: string
}

/** One mutant and what became of it. */
export interface Mutant extends Change {
  mutator: string
  status: string
  /** Why it has its status, where Stryker says so. */
  reason: string
  /** The source text that it replaces. */
  original: string
  /** The whole line on which it begins, trimmed. */
  line: string
}

/** The report that Stryker writes (mutation testing report schema 2). */
export interface StrykerReport {
  files: Record<
    string,
    {
      source: string
      mutants: {
        mutatorName: string
        replacement: string
        status: string
        statusReason?: string
        location: { start: Place; end: Place }
      }[]
    }
  >
}

/** Where a place is in a source, in characters from its beginning. */
function offsetOf(source: string, { line, column }: Place): number {
  let at = 0
  for (let n = 1; n < line; n++) at = source.indexOf('\n', at) + 1
  return at + column - 1
}

/** A source with one mutant put into it. */
export const mutated = (source: string, m: Change): string =>
  source.slice(0, offsetOf(source, m.start)) + m.replacement + source.slice(offsetOf(source, m.end))

/** Reads the mutants of a report that Stryker wrote. */
export function readReport(file: string): Mutant[] {
  const report = JSON.parse(readFileSync(file, 'utf8')) as StrykerReport
  return Object.entries(report.files).flatMap(([path, { source, mutants }]) =>
    mutants.map(({ mutatorName, status, statusReason = '', replacement, location: { start, end } }) => ({
      file: path,
      mutator: mutatorName,
      status,
      reason: statusReason,
      replacement,
      start,
      end,
      original: source.slice(offsetOf(source, start), offsetOf(source, end)),
      line: source.split('\n')[start.line - 1]!.trim(),
    })),
  )
}

/** A key for a mutant that is the same in every run over the same source. */
export const mutantKey = (m: Mutant): string =>
  [m.file, m.start.line, m.start.column, m.end.line, m.end.column, m.mutator, m.replacement].join(' ')

/** The places of mutants as Stryker's `mutate` patterns; its columns count from 0 there. */
export const rangesOf = (mutants: readonly Mutant[]): string[] => [
  ...new Set(mutants.map((m) => `${m.file}:${m.start.line}:${m.start.column - 1}-${m.end.line}:${m.end.column - 1}`)),
]

const detected = new Set(['Killed', 'Timeout'])
const counted = new Set([...detected, 'Survived', 'NoCoverage'])

export const isKilled = (m: { status: string }): boolean => m.status === 'Killed'
/** Whether a test noticed it. */
export const isDetected = (m: Mutant): boolean => detected.has(m.status)
/** Whether it says anything: one that does not compile, breaks loading or changes nothing does not. */
export const isCounted = (m: Mutant): boolean => counted.has(m.status)
export const isSurvivor = (m: Mutant): boolean => isCounted(m) && !isDetected(m)
/** Whether only the clock says that it hangs: without a count of how often its line ran. */
export const isByTheClock = (m: Mutant): boolean => m.status === 'Timeout' && !m.reason.startsWith('Hit limit')

/** Detected, of all that count, in percent. */
export function scoreOf(mutants: readonly Mutant[]): number {
  const all = mutants.filter(isCounted)
  return all.length === 0 ? 100 : (100 * all.filter(isDetected).length) / all.length
}

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').slice(0, 70)

/** A mutant as a line of text. */
export const mutantText = (m: Mutant): string =>
  `${m.file}:${m.start.line}:${m.start.column} ${m.mutator}: ${oneLine(m.original)} → ${oneLine(m.replacement)}`
