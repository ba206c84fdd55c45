/** Tests that judge mutants together, as globs. */
interface TestGroup {
  name: string
  tests: readonly string[]
}

/** A part of the code whose tests are measured by mutation. */
interface Room {
  /** The files to mutate, as Stryker's globs. */
  mutate: readonly string[]
  /** The groups of tests in their order: each group judges the mutants that survived those before it. */
  judges: readonly [near: TestGroup, ...TestGroup[]]
}

const near = (...tests: string[]): TestGroup => ({ name: 'near', tests })
const unit = (...tests: string[]): TestGroup => ({ name: 'unit', tests })
/** The journeys that go through the room's files; the others would only cost time. */
const journeys = (...names: string[]): TestGroup => ({
  name: 'journeys',
  tests: names.map((name) => `tests/journeys/*/${name}.test.ts`),
})

const rooms = {
  outbox: {
    mutate: ['worker/outbox/**/*.ts'],
    judges: [
      near('worker/outbox/**/*.test.ts'),
      unit('worker/**/*.test.ts'),
      journeys('offline', 'tabs', 'take-back', 'take-back-races', 'restored-server', 'copied-store', 'newer-server'),
    ],
  },
  guess: {
    mutate: ['worker/guess/**/*.ts'],
    judges: [near('worker/guess/**/*.test.ts'), unit('worker/**/*.test.ts'), journeys('offline', 'orders')],
  },
  merge: {
    mutate: ['worker/session/guest-merge.ts'],
    judges: [
      near('worker/session/guest-merge-left.test.ts'),
      // These let a merge die at each of its store calls, which takes its time.
      unit('worker/session/*.test.ts'),
      journeys('offline', 'persons', 'unsent-file'),
    ],
  },
  unsent: {
    mutate: ['worker/unsent/**/*.ts'],
    judges: [
      near('worker/unsent/**/*.test.ts'),
      journeys('unsent-file', 'unsent-file-crash', 'unsent-file-moved', 'copied-store'),
    ],
  },
  rules: {
    mutate: ['contract/*/**/*.ts', '!contract/**/schema*.ts', '!contract/wire/{endpoint,mutation}.ts'],
    judges: [
      near('contract/**/*.test.ts'),
      unit('{localdb,worker,server}/**/*.test.ts'),
      journeys('orders', 'order-consent', 'search-agrees'),
    ],
  },
  ledger: {
    mutate: ['server/{ledger,rates,orders,reports,invoices}/**/*.ts'],
    judges: [
      near('server/{ledger,rates,orders,reports,invoices}/**/*.test.ts'),
      unit('server/**/*.test.ts'),
      journeys('orders', 'order-races', 'unpaid-orders', 'order-consent'),
    ],
  },
} as const satisfies Record<string, Room>

export type RoomName = keyof typeof rooms
export const mutationRooms: Readonly<Record<RoomName, Room>> = rooms
