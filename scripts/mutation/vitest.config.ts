import { defineConfig } from 'vitest/config'

// The tests that judge a mutant. Stryker instruments a copy of the project and sees only what runs in its own process,
// so the projects of vitest.config.ts (some of which start servers and browsers) do not suit it.

const tests = JSON.parse(process.env['MUTATION_TESTS'] ?? '[]') as string[]
/** These start processes of their own, in which a mutant is not there, or replace what others have imported. */
const blind = [
  '**/{chaos-server,chaos-money,two-processes,fuzz,floods}.test.ts',
  'server/main.test.ts',
  'localdb/read.test.ts',
  'server/db/open.test.ts',
]
const journeys = tests.some((glob) => glob.startsWith('tests/journeys'))

export default defineConfig({
  test: {
    include: tests,
    exclude: ['**/node_modules/**', ...blind],
    environment: 'node',
    // A test that waits in vain must end itself, as a failure, well before Stryker calls the mutant hanging.
    testTimeout: journeys ? 60_000 : 15_000,
    hookTimeout: journeys ? 60_000 : 30_000,
    teardownTimeout: 10_000,
    pool: 'threads',
    // Files of one process share what they import: loading it is half of the time.
    isolate: journeys,
    env: { MARKET_DB: 'pglite' },
  },
})
