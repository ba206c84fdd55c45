import type { Stated } from '#contract/registry.ts'
import type { Deposits } from '../deposits/deposits.ts'
import { accepted, type HandlersFor } from '../http/handlers.ts'
import { askedWithdrawals } from './decide.ts'
import { checkClock } from './signatures.ts'
import { actOf, reasoned } from '../operator/change.ts'

/** The most withdrawals that the desk shows at once. */
const SHOWN = 100

/** The signer as the desk shows it: the keys that it counts, or that it does not answer. */
async function signerOf({
  signer,
}: Pick<Deposits, 'signer'>): Promise<Pick<Stated<'operator.withdrawals'>, 'signer' | 'signerAway'>> {
  if (!signer) return {}
  try {
    return { signer: { keys: (await signer.about()).keys } }
  } catch (error) {
    console.error('The signer does not answer:', error)
    return { signerAway: true }
  }
}

/** The operator's desk for withdrawals. */
export const operatorWithdrawalHandlers = (
  deposits: Pick<Deposits, 'signer'>,
): HandlersFor<'operator.withdrawals' | 'operator.decideWithdrawal'> => ({
  'operator.withdrawals': async ({ db }, input) => {
    const [found, signer] = await Promise.all([askedWithdrawals(db, SHOWN + 1, input), signerOf(deposits)])
    const withdrawals = found.slice(0, SHOWN).map((w) => ({
      ...{
        id: w.id,
        email: w.email,
        store: w.store,
        network: w.network,
        asset: w.asset,
        address: w.address,
        amount: w.amount,
      },
      ...{ fee: w.fee, state: w.state, txid: w.txid, reason: w.reason, approvals: w.approvals, approved: w.approved },
      ...{ at: w.at.getTime(), readyAt: w.ready_at.getTime(), before: w.before, why: w.why },
    }))
    return accepted({ withdrawals, more: found.length > SHOWN, ...signer })
  },
  'operator.decideWithdrawal': (call, decision) =>
    reasoned(call, () => {
      if (decision.agree) checkClock(decision.approval, call.now())
      return actOf(call, { act: 'withdrawal', decision })
    }),
})
