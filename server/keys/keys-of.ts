import type { Db } from '../db/tables/tables.ts'
import type { MarketKeys } from './market-keys.ts'

const opened = new WeakMap<Db, MarketKeys>()
const none: MarketKeys = { sealing: undefined, signing: undefined }

/** Says by which keys the market over a database lives. */
export const liveBy = (db: Db, keys: MarketKeys): void => void opened.set(db, keys)

/** The keys of the market over a database; without any before they were said. */
export const keysOf = (db: Db): MarketKeys => opened.get(db) ?? none
