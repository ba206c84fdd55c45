import { readFileSync } from 'node:fs'

/** A place in a source file; lines and columns count from 1. */
export interface Place {
  line: number
  column: number
}

/** One mutant and what became of it. */
export interface Mutant {
  file: string
  mutator: string
  status: string
  replacement: string
  start: Place
  end: Place
  /** The source text that it replaces. */
  original: string
}

interface StrykerReport {
  files: Record<
    string,
    {
      source: string
      mutants: {
        mutatorName: string
        replacement: string
        status: string
        location: { start: Place; end: Place }
      }[]
    }
  >
}

/** The text between two places of a source. */
export function textBetween(source: string, start: Place, end: Place): string {
  const lines = source.split('\n').slice(start.line - 1, end.line)
  lines[lines.length - 1] = lines.at(-1)!.slice(0, end.column - 1)
  lines[0] = lines[0]!.slice(start.column - 1)
  return lines.join('\n')
}

/** Reads the mutants of a report that Stryker wrote (mutation testing report schema 2). */
export function readReport(file: string): Mutant[] {
  const report = JSON.parse(readFileSync(file, 'utf8')) as StrykerReport
  return Object.entries(report.files).flatMap(([path, { source, mutants }]) =>
    mutants.map((m) => ({
      file: path,
      mutator: m.mutatorName,
      status: m.status,
      replacement: m.replacement,
      start: m.location.start,
      end: m.location.end,
      original: textBetween(source, m.location.start, m.location.end),
    })),
  )
}

/** What names a mutant in every run over the same source. */
export const mutantKey = (m: Mutant): string =>
  [m.file, m.start.line, m.start.column, m.end.line, m.end.column, m.mutator, m.replacement].join(' ')

/** The places of mutants as Stryker's `mutate` patterns; its columns count from 0 there. */
export const rangesOf = (mutants: readonly Mutant[]): string[] => [
  ...new Set(mutants.map((m) => `${m.file}:${m.start.line}:${m.start.column - 1}-${m.end.line}:${m.end.column - 1}`)),
]

const detected = new Set(['Killed', 'Timeout'])
const counted = new Set([...detected, 'Survived', 'NoCoverage'])

/** Whether a test noticed it. */
export const isDetected = (m: Mutant): boolean => detected.has(m.status)
/** Whether it says anything: one that does not compile or was ignored does not. */
export const isCounted = (m: Mutant): boolean => counted.has(m.status)

/** Detected, of all that count, in percent. */
export function scoreOf(mutants: readonly Mutant[]): number {
  const all = mutants.filter(isCounted)
  return all.length === 0 ? 100 : (100 * all.filter(isDetected).length) / all.length
}
