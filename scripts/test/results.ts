import { stripVTControlCharacters } from 'node:util'

/** A test that failed, or a file or command that did (no name). */
export interface Failure {
  test?: string
  /** The first line of its error. */
  error: string
}

/** The outcome of one file of tests, or of one command. */
export interface UnitResult {
  passed: number
  /** Names of tests that cannot run on this machine. */
  skipped: string[]
  failures: Failure[]
  /** How long a file took (s). */
  seconds?: number
}

/** The outcomes of a step, by file (relative to the root) or by command. */
export type Results = Map<string, UnitResult>

export const emptyResult = (): UnitResult => ({ passed: 0, skipped: [], failures: [] })

/** The result of a unit, made on first use. */
export function resultOf(results: Results, unit: string): UnitResult {
  const result = results.get(unit) ?? emptyResult()
  results.set(unit, result)
  return result
}

export const failed = (error: string, test?: string): UnitResult => ({
  ...emptyResult(),
  failures: [{ ...(test === undefined ? {} : { test }), error }],
})

export function tallyOf(results: Results): { passed: number; failed: number; skipped: string[] } {
  const units = [...results.values()]
  return {
    passed: units.reduce((sum, unit) => sum + unit.passed, 0),
    failed: units.reduce((sum, unit) => sum + unit.failures.length, 0),
    skipped: units.flatMap((unit) => unit.skipped),
  }
}

/** How many lines of failures are printed, and how long one is at most (characters). */
const LINES = 40
const WIDTH = 240

export const firstLine = (text = ''): string => stripVTControlCharacters(text).trim().split('\n')[0]!
const short = (line: string): string => (line.length > WIDTH ? `${line.slice(0, WIDTH - 1)}…` : line)

/** The failures of a step, a line each. */
export const failureLines = (results: Results): string[] =>
  [...results].flatMap(([unit, { failures }]) =>
    failures.map(({ test, error }) => `${unit}${test === undefined ? '' : ` › ${test}`}: ${error}`),
  )

/** As many lines as a log shows well. */
export const shortened = (lines: readonly string[]): string[] => [
  ...lines.slice(0, LINES).map(short),
  ...(lines.length > LINES ? [`… and ${lines.length - LINES} more`] : []),
]
