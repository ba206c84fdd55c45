import type { Db } from '../tables/tables.ts'

const counts = new WeakMap<Db, () => number>()

/** Registers how to count who waits for the only session of a database. */
export const countWaiting = (db: Db, count: () => number): void => void counts.set(db, count)

/** How many wait for the only session of a database; none where there are several. */
export const waitingForSession = (db: Db): number => counts.get(db)?.() ?? 0
