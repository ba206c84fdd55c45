import type { Deposits } from './deposits/deposits.ts'
import { operatorApplicationHandlers } from './features/operator/applications.ts'
import { disputeHandlers } from './features/operator/disputes.ts'
import { operatorLedgerHandlers } from './features/operator/ledger.ts'
import { operatorLoanHandlers } from './features/operator/loans.ts'
import { logoHandlers } from './features/operator/logo.ts'
import { operatorReserveHandlers } from './features/operator/reserves.ts'
import { operatorSweepHandlers } from './features/operator/sweeps.ts'
import { talkHandlers } from './features/operator/talks.ts'
import { operatorWithdrawalHandlers } from './features/operator/withdrawals.ts'
import { operatorHandlers } from './features/operator.ts'
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
