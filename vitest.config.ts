import { defineConfig } from 'vitest/config'
import { drainFile } from './scripts/build/drain.ts'
import { texts } from './scripts/build/texts-plugin.ts'
import { LongFilesFirst } from './scripts/test/long-files-first.ts'

// One project per kind of test, so that each can be run alone: vitest run --project unit
const rooms = '{contract,localdb,worker,sw,server,src}/**/*.test.{ts,tsx}'
const exclude = ['**/node_modules/**', 'dist/**', '.cache/**']

/** Unit tests that replace what others have imported: each in a process of its own. */
const apart = ['localdb/read.test.ts', 'server/db/open.test.ts', 'worker/outbox/not-known-yet.test.ts']

export default defineConfig({
  test: {
    sequence: { sequencer: LongFilesFirst },
    projects: [
      {
        plugins: [texts(), drainFile()],
        test: {
          name: 'unit',
          include: [rooms, 'scripts/**/*.test.ts', 'tests/support/**/*.test.ts'],
          exclude: [...exclude, ...apart],
          environment: 'node',
          // Files of one process share what they import: loading it is half of the time.
          isolate: false,
          maxWorkers: '100%',
        },
      },
      { test: { name: 'unit-apart', include: apart, environment: 'node', maxWorkers: '100%' } },
      {
        plugins: [texts(), drainFile()],
        test: {
          name: 'laws',
          include: ['tests/laws/**/*.test.ts'],
          exclude,
          environment: 'node',
          testTimeout: 60_000,
          // Some ask the bundler, which takes its time on a busy machine.
          hookTimeout: 60_000,
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
          testTimeout: 60_000,
          hookTimeout: 120_000,
          // What a device shows comes as soon as it can; a busy machine takes longer than a second.
          expect: { poll: { timeout: 15_000 } },
          // Files of one process share what they import and what the engine has compiled, as markets of one process do.
          pool: 'threads',
          isolate: false,
          // Some wait a while for a pause to end.
          maxWorkers: 3,
          globalSetup: 'tests/support/journeys-setup.ts',
          setupFiles: 'tests/support/journeys-devices.ts',
          sequence: { hooks: 'list' },
        },
      },
      // A few hundred simulated histories, in two processes of their own.
      {
        test: {
          name: 'simulation',
          include: ['tests/simulation/**/*.test.ts'],
          exclude,
          environment: 'node',
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
          testTimeout: 180_000,
          hookTimeout: 120_000,
          // A condition holds as soon as it can: on a busy machine that takes a while.
          expect: { poll: { timeout: 30_000 } },
          fileParallelism: false,
          // Files of one process share what they import, the browser of their windows, and a market started ahead.
          isolate: false,
          maxWorkers: 1,
          globalSetup: 'tests/support/e2e-setup.ts',
        },
      },
    ],
  },
})
