import type { Deposits } from './deposits/deposits.ts'
import type { Bounds } from './http/bounds.ts'
import type { Passwords } from './http/passwords.ts'
import type { AskParts } from './withdrawals/ask.ts'
import { rechargeHandlers } from './features/recharges.ts'
import { walletHandlers } from './features/wallet.ts'
import { withdrawalHandlers } from './features/withdrawals.ts'

/** The calls of a person's wallet: its entries, filling it, and withdrawing. */
export const moneyHandlers = (deposits: Deposits, parts: AskParts & { passwords: Passwords }, bounds: Bounds) => ({
  ...walletHandlers,
  ...rechargeHandlers(deposits, bounds),
  ...withdrawalHandlers(deposits, parts),
})
