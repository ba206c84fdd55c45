import { relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'

/** What a report of Vitest's tells of a run, as far as it is read. */
export interface VitestReport {
  numPassedTests: number
  numFailedTests: number
  testResults: {
    status: string
    /** The file, absolute. */
    name: string
    message: string
    assertionResults: { status: string; fullName: string; failureMessages?: string[] | null }[]
  }[]
}

/** Whether a file of tests could not even be read. */
export const isBroken = ({ status, assertionResults }: VitestReport['testResults'][number]): boolean =>
  status === 'failed' && assertionResults.length === 0

/** How many lines of failures are printed, and how long one is at most (characters). */
const LINES = 40
const WIDTH = 240

const firstLine = (text = ''): string => stripVTControlCharacters(text).trim().split('\n')[0]!
const short = (line: string): string => (line.length > WIDTH ? `${line.slice(0, WIDTH - 1)}…` : line)

/** What failed in a run, a line each: file, test, and the first line of its error. */
export const failuresIn = (root: string, { testResults }: VitestReport): string[] =>
  testResults.flatMap((result) => {
    const file = relative(root, result.name)
    if (isBroken(result)) return [`${file}: ${firstLine(result.message)}`]
    return result.assertionResults
      .filter(({ status }) => status === 'failed')
      .map(({ fullName, failureMessages }) => `${file} › ${fullName}: ${firstLine(failureMessages?.[0])}`)
  })

/** As many failures as a log shows well. */
export const shortened = (failures: readonly string[]): string[] => [
  ...failures.slice(0, LINES).map(short),
  ...(failures.length > LINES ? [`… and ${failures.length - LINES} more`] : []),
]
