import type { PayingChain } from '../chains/chain.ts'
import type { Db } from '../db/tables/tables.ts'
import { eachOf } from '../turns/each-of.ts'
import type { AllDepositTerms } from '../deposits/terms.ts'
import { followSwept } from './follow.ts'
import { isSweeping } from './rows.ts'
import { chooseBegun } from './runs.ts'
import { signPlanned } from './sign.ts'

/**
 * Collects what operators have begun to, as far as that is possible now (Unix ms). The chain was followed to its end.
 *
 * @throws AggregateError
 */
export async function sweep(db: Db, chain: PayingChain, terms: AllDepositTerms, now: number): Promise<void> {
  if (!isSweeping(chain)) return
  await eachOf(
    [() => chooseBegun(db, chain, terms, now), () => signPlanned(db, chain, now), () => followSwept(db, chain, now)],
    (step) => step(),
  )
}
