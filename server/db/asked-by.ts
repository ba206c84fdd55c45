import { AsyncLocalStorage } from 'node:async_hooks'

/**
 * Who asks for what is being done: a person, a session or an address in one text; absent for the market's own work. The
 * database's time is shared by it.
 */
export const askedBy = new AsyncLocalStorage<string>()
