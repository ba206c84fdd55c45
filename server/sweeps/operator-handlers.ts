import type { Deposits } from '../deposits/deposits.ts'
import { accepted, type HandlersFor } from '../http/handlers.ts'
import { sweepAct } from './operator.ts'
import { collectable, dryRun } from './dry-run.ts'
import { listedSweeps } from './listed.ts'
import { actOf, reasoned } from '../operator/change.ts'

/** The operator's desk for collecting deposits. */
export const operatorSweepHandlers = (
  deposits: Pick<Deposits, 'chainOf' | 'payingOf'>,
): HandlersFor<'operator.sweeps' | 'operator.sweep'> => ({
  'operator.sweeps': async ({ db, now }, { network, asset }) => {
    const coins = collectable(deposits)
    const asked = coins.find((one) => one.network === network && one.asset === asset)
    return accepted({
      ...(await listedSweeps(db)),
      coins,
      ...(asked && { dryRun: await dryRun(db, deposits, asked.network, asked.asset, now()) }),
    })
  },
  'operator.sweep': (call, asked) =>
    reasoned(call, async () => actOf(call, await sweepAct(call.db, deposits, asked, call.now()))),
})
