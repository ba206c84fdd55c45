/** A part of the code whose tests are measured by mutation: files to mutate, as Stryker's globs. */
export const mutationRooms = {
  outbox: ['worker/outbox/**/*.ts'],
  guess: ['worker/guess/**/*.ts'],
  merge: ['worker/session/guest-merge.ts'],
  unsent: ['worker/unsent/**/*.ts'],
  rules: ['contract/rules/**/*.ts'],
  ledger: ['server/{ledger,orders}/**/*.ts', 'server/features/orders/**/*.ts'],
} as const satisfies Record<string, readonly string[]>

export type MutationRoom = keyof typeof mutationRooms
