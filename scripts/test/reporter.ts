import { relative } from 'node:path'
import type { Reporter, TestCase, TestModule, TestSuite } from 'vitest/node'

/** Sent by the reporter of a Vitest process to the process that started it. Files are relative to the root. */
export type Message =
  | { type: 'files'; files: string[] }
  | { type: 'fileStarted' | 'fileEnded'; file: string }
  | { type: 'testStarted'; file: string; id: string; test: string }
  | {
      type: 'testEnded'
      file: string
      id: string
      test: string
      state: 'passed' | 'failed' | 'skipped'
      error?: string | undefined
    }
  /** An error outside of tests: a file that does not load, a hook, an unhandled rejection. */
  | { type: 'broken'; file: string | undefined; test?: string | undefined; error: string }
  /** A hook has ended: no test did, but something moves. */
  | { type: 'alive' }

interface Thrown {
  message: string
  name?: string
}
const textOf = ({ name, message }: Thrown): string => (name === undefined ? message : `${name}: ${message}`)

/** Reports each test as it starts and ends, so that what a run has done is known even if it never ends. */
export function createReporter(root: string, send: (message: Message) => void): Reporter {
  const fileOf = (module: TestModule): string => relative(root, module.moduleId).replaceAll('\\', '/')
  const broken = (file: string, errors: readonly Thrown[], test?: string): void => {
    for (const error of errors) send({ type: 'broken', file, test, error: textOf(error) })
  }
  return {
    onTestRunStart: (specifications) => {
      const files = specifications.map(({ moduleId }) => relative(root, moduleId).replaceAll('\\', '/'))
      send({ type: 'files', files })
    },
    // Before it is imported, which may hang, too.
    onTestModuleQueued: (module) => send({ type: 'fileStarted', file: fileOf(module) }),
    onTestModuleEnd: (module) => {
      broken(fileOf(module), module.errors())
      send({ type: 'fileEnded', file: fileOf(module) })
    },
    onTestCaseReady: ({ module, id, fullName }: TestCase) =>
      send({ type: 'testStarted', file: fileOf(module), id, test: fullName }),
    onTestCaseResult: (test: TestCase) => {
      const { state, errors } = test.result()
      if (state === 'pending') return
      const error = errors?.[0] && textOf(errors[0])
      send({ type: 'testEnded', file: fileOf(test.module), id: test.id, test: test.fullName, state, error })
    },
    onTestSuiteResult: (suite: TestSuite) => broken(fileOf(suite.module), suite.errors(), suite.fullName),
    onHookEnd: () => send({ type: 'alive' }),
    onTestRunEnd: (_modules, errors) => {
      for (const error of errors) {
        const path = error['VITEST_TEST_PATH'] as string | undefined
        const file = path === undefined ? undefined : relative(root, path).replaceAll('\\', '/')
        send({ type: 'broken', file, error: textOf(error) })
      }
    },
  }
}
