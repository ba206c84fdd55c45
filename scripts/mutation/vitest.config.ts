import { defineConfig } from 'vitest/config'

// What a mutant is judged by. Stryker instruments a copy of the project and sees only what runs in its own process, so
// the projects of vitest.config.ts (some of which start servers and browsers) are not for it.

const judges = {
  unit: ['{contract,localdb,worker,server}/**/*.test.ts'],
  journeys: ['tests/journeys/**/*.test.ts'],
}
const judge = process.env['MUTATION_JUDGE'] === 'journeys' ? 'journeys' : 'unit'
/** These start processes of their own, in which a mutant is not there. */
const blind = ['**/{chaos-server,two-processes,fuzz,floods}.test.ts', 'server/main.test.ts']

export default defineConfig({
  test: {
    include: judges[judge],
    exclude: ['**/node_modules/**', ...blind],
    environment: 'node',
    testTimeout: judge === 'unit' ? 20_000 : 60_000,
    hookTimeout: 120_000,
    pool: 'threads',
    env: { MARKET_DB: 'pglite' },
  },
})
