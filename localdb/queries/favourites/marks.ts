import type { Readers } from '../../read.ts'

/** The on/off registers that cards show: favourites or follows, by id. */
export type Marks = ReadonlyMap<number, { on: boolean; pending: number }>

/** Favourite marks of all products that have or had one. */
export const favouriteMarks = async ({ user }: Readers): Promise<Marks> =>
  new Map(
    (await user.favourites.toArray()).map((row) => [
      Number(row.key),
      { on: row.shown?.on ?? false, pending: row.pending },
    ]),
  )

/** Follow marks of all stores that have or had one. */
export const followMarks = async ({ user }: Readers): Promise<Marks> =>
  new Map(
    (await user.follows.toArray()).map((row) => [
      Number(row.key),
      { on: row.shown?.on ?? false, pending: row.pending },
    ]),
  )
