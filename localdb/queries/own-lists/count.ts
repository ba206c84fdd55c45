import type { Readers } from '../../read.ts'

/** How many own lists there are. */
export const ownListCount = async ({ user }: Pick<Readers, 'user'>): Promise<number> =>
  (await user.ownLists.toArray()).filter((row) => row.shown?.deleted === false).length
