import { memberAdd, memberEnd, storeNotice } from './schema/store-desk.ts'

/** What a store's members do for it, by name. A device loads it with the first store that is opened. */
export const storeMutations = {
  'store.notice': storeNotice,
  'member.add': memberAdd,
  'member.end': memberEnd,
} as const
