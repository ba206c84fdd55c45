import { hashSources, isBuilt } from '../build/sources.ts'

const minutes = 60_000

/** One step of `npm test`. */
export interface Step {
  name: string
  /** What it runs: the arguments of Node, from the project's root. */
  commands: readonly (readonly string[])[]
  /** So many of its commands run at once, begun in their order; one after the other without it. */
  atOnce?: number
  /** Of Vitest: its tests are counted; otherwise each command counts as one. */
  vitest?: true
  env?: Readonly<Record<string, string>>
  /** Each command must end within so long (ms). */
  limit: number
  /** It opens what another step builds. */
  needs?: string
  /**
   * It runs while another step does, at the lowest priority and silent until its end: on the processors' time that the
   * other leaves idle. Alone where the other is not asked for.
   */
  beside?: string
  /** Not part of `npm test` without names: it runs when it is asked for. */
  asked?: true
  skip?(root: string): Promise<boolean>
}

const vitest = (
  name: string,
  project: string | readonly string[],
  limit: number,
  { files = [], ...more }: Pick<Step, 'env' | 'needs' | 'asked' | 'beside'> & { files?: readonly string[] } = {},
): Step => ({
  name,
  vitest: true,
  limit,
  commands: [
    [
      'node_modules/vitest/vitest.mjs',
      'run',
      ...files,
      ...[project].flat().map((p) => `--project=${p}`),
      '--reporter=dot',
      '--reporter=json',
      `--outputFile.json=.cache/reports/${name}.json`,
    ],
  ],
  ...more,
})

/** Every bench in its shortest form: it must end and print; no time is judged. Those that wait the longest go first. */
const benches = [
  'bench/takeover.ts',
  'bench/chaos-server.ts',
  'bench/chaos-browser.ts',
  'bench/first-visit.ts',
  'bench/screens.ts',
  'bench/desk.ts',
  'bench/outbox.ts',
  'bench/documents.ts',
  'bench/search.ts',
  'bench/fuzz.ts',
  'bench/search-quality.ts',
].map((bench) => [bench, '--short'])

/** All there is, in the order in which it is cheapest to fail. */
export const steps: readonly Step[] = [
  { name: 'check', commands: [['scripts/check.ts']], limit: 2 * minutes },
  // In one run, so that a long law has company.
  vitest('quick', ['unit', 'unit-apart', 'laws'], 12 * minutes),
  vitest('unit', ['unit', 'unit-apart'], 10 * minutes, { asked: true }),
  vitest('laws', 'laws', 6 * minutes, { asked: true }),
  vitest('journeys', 'journeys', 12 * minutes, { env: { MARKET_DB: 'pglite' } }),
  vitest('journeys-postgres', 'journeys', 12 * minutes, { env: { MARKET_DB: 'postgres' } }),
  // It has a clock of its own. Browsers leave a third of two processors idle, since they often wait.
  vitest('simulation', 'simulation', 40 * minutes, { beside: 'e2e' }),
  {
    name: 'build',
    commands: [['scripts/build.ts']],
    limit: 2 * minutes,
    skip: async (root) => isBuilt(root, await hashSources(root)),
  },
  // A limit ends what hangs: on a machine half as quick, and with the simulation beside it, it takes forty minutes.
  vitest('e2e', 'e2e', 60 * minutes, { needs: 'build' }),
  vitest('stories', 'e2e', 20 * minutes, {
    needs: 'build',
    asked: true,
    env: { ENGINE_STORIES: 'all' },
    files: ['tests/e2e/engines/stories.test.ts'],
  }),
  { name: 'benches', commands: benches, atOnce: 2, limit: 3 * minutes, needs: 'build' },
]
