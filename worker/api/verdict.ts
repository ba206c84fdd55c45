/** A fault of a person's money in the book, and its place. */
export type OwnBookFault =
  | { what: 'key' }
  | { what: 'signature' | 'chain' | 'fork' | 'back' | 'differs'; asset: string; seq: number }

/**
 * The result of a check of a person's money. `unknown`: there was no network, and nothing here was verified before, or
 * not all of it is here; `unsigned`: the market has no key at present; `restored`: the market was restored from a
 * backup, and this device has yet to take that over.
 */
export type BookVerdict =
  | { verdict: 'right'; at: number; postings: number; offline: boolean }
  | { verdict: 'wrong'; fault: OwnBookFault }
  | { verdict: 'unknown' | 'unsigned' | 'restored' }
