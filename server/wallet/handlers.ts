import type { Deposits } from '../deposits/deposits.ts'
import type { Bounds } from '../turns/bounds.ts'
import type { Passwords } from '../factors/passwords.ts'
import type { AskParts } from '../withdrawals/ask.ts'
import { rechargeHandlers } from '../deposits/handlers.ts'
import { walletHandlers } from './entries.ts'
import { withdrawalHandlers } from '../withdrawals/handlers.ts'

/** The calls of a person's wallet: its entries, filling it, and withdrawing. */
export const moneyHandlers = (deposits: Deposits, parts: AskParts & { passwords: Passwords }, bounds: Bounds) => ({
  ...walletHandlers,
  ...rechargeHandlers(deposits, bounds),
  ...withdrawalHandlers(deposits, parts),
})
