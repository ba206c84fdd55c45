import { setTimeout } from 'node:timers/promises'
import type { Stated } from '#contract/registry.ts'
import type { Deposits } from '../deposits/deposits.ts'
import { accepted, type HandlersFor, type OperatorCall } from '../http/handlers.ts'
import type { Reserves } from './reserves.ts'
import { lastProof, latestAlarms } from './results.ts'
import { walletStates } from './wallets.ts'

/** The time for which a call waits for a proof (ms). The desk looks again after that. */
const WAITS_MS = 5_000

/** The operator's desk for reserves. */
export function operatorReserveHandlers(
  reserves: Reserves,
  deposits: Pick<Deposits, 'payingOf'>,
): HandlersFor<'operator.reserves'> {
  const stated = async ({ db, now }: OperatorCall): Promise<Stated<'operator.reserves'>> => {
    const [proof, alarms, wallets] = await Promise.all([
      lastProof(db),
      latestAlarms(db),
      walletStates(db, deposits, now()),
    ])
    return { proof: proof ?? null, busy: reserves.isProving(), wallets, alarms }
  }
  return {
    'operator.reserves': async (call, { check }) => {
      if (!check) return accepted(await stated(call))
      const proving = reserves.prove(call.now())
      // It goes on after the answer, and the log says why it failed then.
      proving.catch((error: unknown) => console.error('Reserves could not be proven:', error))
      await Promise.race([proving, setTimeout(WAITS_MS)])
      return accepted(await stated(call))
    },
  }
}
