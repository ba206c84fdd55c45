import { globSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { hashSources, isBuilt } from '../build/sources.ts'
import { commands, COMMANDS_DATA } from './commands.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** One step of `npm test` or `npm run test:all`: a run of Vitest, or commands. */
export interface Step {
  name: string
  /** The projects of Vitest that it runs. */
  projects?: readonly string[]
  /** Only these files of theirs. */
  files?: readonly string[]
  /** The arguments of Node, from the project's root; each command counts as one test. */
  commands?: readonly (readonly string[])[]
  /** How many commands run at once, begun in their order; one by default. */
  atOnce?: number
  env?: Readonly<Record<string, string>>
  /** Another step without which it cannot run. */
  needs?: string
  /** A file or command of it that fails is run again alone before it counts as failed. */
  again?: true
  skip?(root: string): Promise<boolean>
}

/** The browser tests of `npm test`: each capability once. The others run in `npm run test:all`. */
const sample = [
  'sync/offline-story',
  'orders/orders-story',
  'market/market-story',
  'orders/quotes-story',
  'sync/two-tabs',
  'screens/languages',
  'starting/lacking-parts',
  'screens/specified-screens',
  'starting/page-security',
  'starting/documents-without-intl',
  'starting/baseline',
].map((name) => `tests/e2e/${name}.test.ts`)

/** Every bench in its shortest form, which shows that it runs. Those that wait the longest go first. */
const benches = [
  'bench/takeover.ts',
  'bench/chaos-server.ts',
  'bench/chaos-money.ts',
  'bench/chaos-browser.ts',
  'bench/hostile.ts',
  'bench/first-visit.ts',
  'bench/screens.ts',
  'bench/desk.ts',
  'bench/outbox.ts',
  'bench/documents.ts',
  'bench/search.ts',
  'bench/fuzz.ts',
  'bench/races.ts',
  'bench/search-quality.ts',
].map((bench) => [bench, '--short'])

const check: Step = { name: 'check', commands: [['scripts/check.ts']] }
const unit: Step = { name: 'unit', projects: ['unit', 'unit-apart'] }
const laws: Step = { name: 'laws', projects: ['laws'] }
/** Units and laws in one run, so that a long law has company. */
const quick: Step = { name: 'quick', projects: ['unit', 'unit-apart', 'laws'] }
/** With 10,000 random lists instead of a sample of them. */
const quickAll: Step = { ...quick, name: 'quick-all', env: { LISTS: '10000' } }
const journeysAll: Step = { name: 'journeys-all', projects: ['journeys'], env: { MARKET_DB: 'pglite' }, again: true }
const journeysPostgresAll: Step = {
  name: 'journeys-postgres-all',
  projects: ['journeys'],
  env: { MARKET_DB: 'postgres' },
  again: true,
}
/** The paths of files, the same on every system. */
const pathsOf = (pattern: string): string[] =>
  globSync(pattern, { cwd: root })
    .map((path) => path.replaceAll('\\', '/'))
    .toSorted()
/** All journeys but these. */
const journeysBut = (...names: string[]): string[] =>
  pathsOf('tests/journeys/**/*.test.ts').filter((path) => !names.some((name) => path.endsWith(`/${name}.test.ts`)))
// The longest run on one database here, and on both in `npm run test:all`.
const journeys: Step = {
  ...journeysAll,
  name: 'journeys',
  files: journeysBut('many-goods', 'test-money', 'chaos-money'),
}
const journeysPostgres: Step = {
  ...journeysPostgresAll,
  name: 'journeys-postgres',
  files: journeysBut('other-peoples-ids', 'floods', 'fuzz'),
}
const build: Step = {
  name: 'build',
  commands: [['scripts/build.ts']],
  skip: async (root) => isBuilt(root, await hashSources(root)),
}
/** Before the browser tests, so that a slow download does not look like a test that hangs. */
const browsers: Step = { name: 'browsers', commands: [['scripts/test/install-browsers.ts']] }
const e2eSample: Step = { name: 'e2e-sample', projects: ['e2e'], files: sample, needs: 'build', again: true }
const e2e: Step = {
  name: 'e2e',
  projects: ['e2e'],
  env: { ENGINE_STORIES: 'all' },
  needs: 'build',
  again: true,
}
const simulation: Step = {
  name: 'simulation',
  projects: ['simulation'],
  files: ['simulation', 'cells', 'planted/planted'].map((name) => `tests/simulation/${name}.test.ts`),
  again: true,
}
/** More histories, and planted bugs that they must find. */
const simulationLong: Step = {
  name: 'simulation-long',
  projects: ['simulation'],
  env: { HISTORIES: '300' },
  again: true,
}
const stories: Step = {
  name: 'stories',
  projects: ['e2e'],
  files: ['tests/e2e/engines/stories.test.ts'],
  env: { ENGINE_STORIES: 'all' },
  needs: 'build',
  again: true,
}
const benchesStep: Step = { name: 'benches', commands: benches, atOnce: 2, needs: 'build', again: true }
const commandsStep: Step = { name: 'commands', commands, env: { DATA_DIR: COMMANDS_DATA }, needs: 'build' }

const before = [build, browsers]

/** `npm test`, in the order in which it is cheapest to fail. */
export const testSteps: readonly Step[] = [check, quick, journeys, journeysPostgres, simulation, ...before, e2eSample]

/** `npm run test:all`: everything there is. */
export const allSteps: readonly Step[] = [
  check,
  quickAll,
  journeysAll,
  journeysPostgresAll,
  ...before,
  simulationLong,
  e2e,
  benchesStep,
  commandsStep,
]

/** Steps that can be asked for by name. */
export const namedSteps: readonly Step[] = [...new Set([...testSteps, unit, laws, stories, ...allSteps])]
