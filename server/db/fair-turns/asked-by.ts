import { AsyncLocalStorage } from 'node:async_hooks'

/**
 * The caller for whom the current work is done: a person, a session or an address in one text; absent for the market's
 * own work. Callers share the database's time by it.
 */
export const askedBy = new AsyncLocalStorage<string>()
