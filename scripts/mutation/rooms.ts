/** A part of the code whose tests are measured by mutation: files to mutate, as Stryker's globs. */
export const mutationRooms = {
  outbox: ['worker/outbox/**/*.ts'],
  guess: ['worker/guess/**/*.ts'],
  merge: ['worker/guest.ts'],
  unsent: ['worker/unsent/**/*.ts'],
  rules: [
    'contract/{address-rules,amounts,cart-lines,ladder,list-filter,order-states,order-sums,register}.ts',
    'contract/search-{match,rank,tokens}.ts',
  ],
  ledger: ['server/market/{ledger,exchange,stock,order-moves}.ts', 'server/features/orders/**/*.ts'],
} as const satisfies Record<string, readonly string[]>

export type MutationRoom = keyof typeof mutationRooms
