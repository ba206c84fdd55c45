import type { Deposits } from './deposits/deposits.ts'
import { operatorApplicationHandlers } from './merchants/operator-handlers.ts'
import { disputeHandlers } from './reports/operator-handlers.ts'
import { operatorLedgerHandlers } from './ledger/operator-handlers.ts'
import { operatorLoanHandlers } from './loans/operator-handlers.ts'
import { logoHandlers } from './appearance/operator-handlers.ts'
import { operatorReserveHandlers } from './reserves/operator-handlers.ts'
import { operatorSweepHandlers } from './sweeps/operator-handlers.ts'
import { talkHandlers } from './talks/operator-handlers.ts'
import { operatorWithdrawalHandlers } from './withdrawals/operator-handlers.ts'
import { operatorHandlers } from './operator/desks/entrance.ts'
import type { MakePicture } from './files/picture-maker.ts'
import type { Reserves } from './reserves/reserves.ts'

/** The calls of the operators' desks. */
export const operatorHandlersOf = (deposits: Deposits, reserves: Reserves, make: MakePicture) => ({
  ...operatorHandlers,
  ...operatorApplicationHandlers,
  ...operatorLoanHandlers,
  ...disputeHandlers,
  ...talkHandlers,
  ...operatorWithdrawalHandlers(deposits),
  ...operatorReserveHandlers(reserves, deposits),
  ...operatorLedgerHandlers(),
  ...operatorSweepHandlers(deposits),
  ...logoHandlers(make),
})
