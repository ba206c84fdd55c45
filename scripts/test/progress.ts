import type { Message } from './reporter.ts'
import { failed, firstLine, resultOf, type Results } from './results.ts'

/** The unit to which errors of a run belong that have no file. */
export const THE_RUN = 'the run'

/** Keeps what a Vitest process has reported, to its end or until it hangs. */
export interface Progress {
  readonly results: Results
  hear(message: Message): void
  /** The tests that have started and not ended; a file between its tests stands there itself. */
  running(): { file: string; test?: string }[]
  /** The files that have not started. */
  waiting(): string[]
  /** Whether a file has started; before the first the run sets itself up. */
  begun(): boolean
}

export function createProgress(): Progress {
  const results: Results = new Map()
  const waiting = new Set<string>()
  let begun = false
  const files = new Map<string, number>()
  const tests = new Map<string, { file: string; test: string }>()
  const hear = (message: Message): void => {
    switch (message.type) {
      case 'files':
        for (const file of message.files) waiting.add(file)
        return
      case 'fileStarted':
        begun = true
        waiting.delete(message.file)
        files.set(message.file, performance.now())
        resultOf(results, message.file)
        return
      case 'fileEnded': {
        const since = files.get(message.file)
        if (since !== undefined)
          resultOf(results, message.file).seconds = Math.round((performance.now() - since) / 100) / 10
        files.delete(message.file)
        return
      }
      case 'testStarted':
        tests.set(message.id, message)
        return
      case 'testEnded': {
        tests.delete(message.id)
        const { file, test, state, error } = message
        const result = resultOf(results, file)
        if (state === 'passed') result.passed += 1
        else if (state === 'skipped') result.skipped.push(test)
        else result.failures.push({ test, error: firstLine(error) })
        return
      }
      case 'broken':
        resultOf(results, message.file ?? THE_RUN).failures.push(
          ...failed(firstLine(message.error), message.test).failures,
        )
        return
      case 'alive':
        return
    }
  }
  return {
    results,
    hear,
    running: () => {
      const open = [...tests.values()].map(({ file, test }) => ({ file, test }))
      const busy = new Set(open.map(({ file }) => file))
      return [...open, ...[...files.keys()].filter((file) => !busy.has(file)).map((file) => ({ file }))]
    },
    waiting: () => [...waiting],
    begun: () => begun,
  }
}
