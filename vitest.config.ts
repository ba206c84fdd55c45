import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { drainFile } from './scripts/build/drain.ts'
import { texts } from './scripts/build/texts-plugin.ts'
import { LongFilesFirst } from './scripts/test/long-files-first.ts'
import { createReporter } from './scripts/test/reporter.ts'
import { CONDITION_LIMIT, TEST_LIMIT } from './tests/support/servers/limits.ts'

// One project per kind of test, so that each can be run alone: vitest run --project unit
const rooms = '{contract,localdb,worker,sw,server,src}/**/*.test.{ts,tsx}'
const exclude = ['**/node_modules/**', 'dist/**', '.cache/**']

/** Unit tests that replace what others have imported: each in a process of its own. */
const apart = ['localdb/read.test.ts', 'server/db/open.test.ts', 'worker/outbox/enqueue/not-known-yet.test.ts']

const root = fileURLToPath(new URL('.', import.meta.url))
/** `npm test` hears of each test as it ends, on the channel to its child process. */
const reporters = process.send
  ? ['dot' as const, createReporter(root, (message) => process.send!(message))]
  : ['default' as const]

const limits = {
  testTimeout: TEST_LIMIT,
  hookTimeout: TEST_LIMIT,
  expect: { poll: { timeout: CONDITION_LIMIT } },
}

export default defineConfig({
  test: {
    reporters,
    sequence: { sequencer: LongFilesFirst },
    projects: [
      {
        plugins: [texts(), drainFile()],
        test: {
          name: 'unit',
          include: [rooms, 'scripts/**/*.test.ts', 'tests/support/**/*.test.ts'],
          exclude: [...exclude, ...apart],
          environment: 'node',
          ...limits,
          // Files of one process share what they import: loading it is half of the time.
          isolate: false,
          maxWorkers: '100%',
        },
      },
      {
        test: {
          name: 'unit-apart',
          include: apart,
          environment: 'node',
          ...limits,
          maxWorkers: '100%',
        },
      },
      {
        plugins: [texts(), drainFile()],
        test: {
          name: 'laws',
          include: ['tests/laws/**/*.test.ts'],
          exclude,
          environment: 'node',
          ...limits,
          maxWorkers: '100%',
        },
      },
      // Run twice: on PGlite in the process, and with MARKET_DB=postgres on a real PostgreSQL.
      {
        test: {
          name: 'journeys',
          include: ['tests/journeys/**/*.test.ts'],
          exclude,
          environment: 'node',
          ...limits,
          // Files of one process share what they import and what the engine has compiled, as markets of one process do.
          pool: 'threads',
          isolate: false,
          // Some wait a while for a pause to end.
          maxWorkers: 3,
          globalSetup: 'tests/journeys/setup.ts',
          setupFiles: 'tests/journeys/devices.ts',
          sequence: { hooks: 'list' },
        },
      },
      // Simulated histories, in two processes of their own.
      {
        test: {
          name: 'simulation',
          include: ['tests/simulation/**/*.test.ts'],
          exclude,
          environment: 'node',
          ...limits,
          maxConcurrency: 2,
          maxWorkers: 1,
        },
      },
      // Real browsers, real server processes: one file at a time. Two at once took 602 s instead of 663 on two cores,
      // and made them so busy that a page was not ready when its test expected it.
      {
        test: {
          name: 'e2e',
          include: ['tests/e2e/**/*.test.ts'],
          exclude,
          environment: 'node',
          ...limits,
          fileParallelism: false,
          // Files of one process share what they import, the browser of their windows, and a market started ahead.
          isolate: false,
          maxWorkers: 1,
          globalSetup: 'tests/e2e/setup.ts',
        },
      },
    ],
  },
})
